import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';

/** The processes that this one started and that still run: workerd is not ours to ask. */
export function childPids(parent = process.pid): number[] {
  return process.platform === 'linux' ? childPidsFromProc(parent) : childPidsFromPs(parent);
}

function childPidsFromProc(parent: number): number[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name) && parentOf(name) === parent)
    .map(Number);
}

/** The fourth field of stat; the second is the program's name in parentheses and may hold anything. */
function parentOf(pid: string): number | null {
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
