import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';

/** The ids of running child processes, read from the system: Miniflare does not expose the id of workerd. */
export function childPids(parent = process.pid): number[] {
  return process.platform === 'linux' ? childPidsFromProc(parent) : childPidsFromPs(parent);
}

function childPidsFromProc(parent: number): number[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name) && readParentPid(name) === parent)
    .map(Number);
}

/** The fourth field of stat. The second, the program's name in parentheses, can contain any characters. */
function readParentPid(pid: string): number | null {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    return Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1]);
  } catch {
    return null;
  }
}

function childPidsFromPs(parent: number): number[] {
  const table = execFileSync('ps', ['-A', '-o', 'pid=,ppid=,comm='], { encoding: 'utf8' });
  return table
    .trim()
    .split('\n')
    .map((line) => /^\s*(\d+)\s+(\d+)\s+(.*)$/.exec(line) ?? [])
    .filter(([, , ppid, program]) => Number(ppid) === parent && !/\bps$/.test(program ?? ''))
    .map(([, pid]) => Number(pid));
}
