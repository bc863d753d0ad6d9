/**
 * Loaded before a child's own code. When the parent's end of the pipe closes the parent is gone: so is the child then,
 * and it takes along whatever a killed parent left behind in its group (workerd, which would keep its port).
 */
const parent = process.ppid;

process.stdin.on('end', end).on('error', end).resume();

function end(): void {
  try {
    process.kill(-parent, 'SIGKILL');
  } catch {
    // The parent had no group of its own, or nothing is left of it.
  }
  process.exit(0);
}
