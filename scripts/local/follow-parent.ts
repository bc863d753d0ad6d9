/** Loaded before a child's own code: when the parent's end of the pipe closes the parent is gone, and so is the child. */
process.stdin
  .on('end', () => process.exit(0))
  .on('error', () => process.exit(0))
  .resume();
