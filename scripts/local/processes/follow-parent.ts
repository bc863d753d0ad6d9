/**
 * Loaded before the code of a child process. When the pipe to the parent closes, the parent has ended: this kills the
 * parent's process group (workerd would keep its port) and the child.
 */
const parent = process.ppid;

process.stdin.on('end', end).on('error', end).resume();

function end(): void {
  try {
    process.kill(-parent, 'SIGKILL');
  } catch {
    // The parent had no process group, or the group has ended.
  }
  process.exit(0);
}
