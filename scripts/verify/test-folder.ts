import { mkdtempSync, rmSync, statfsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** A disk in memory, which Linux has. */
const MEMORY_DISK = '/dev/shm';
const GIBIBYTE = 1024 ** 3;
const MIN_DISK_BYTES = 4 * GIBIBYTE;
const MIN_MEMORY_BYTES = 8 * GIBIBYTE;

type Space = { diskBytes: number; memoryBytes: number };

/**
 * Makes a folder for the temporary files of a test run, which is removed when this process ends. Databases and profiles
 * of browsers are written and synchronized all the time, so it is in memory where there is enough.
 */
export function makeTestFolder(): string {
  const folder = makeFolderIn(temporaryRoot(readSpace())) ?? mkdtempSync(join(tmpdir(), 'tests-'));
  const remove = () => removeFolder(folder);
  process.on('exit', remove);
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    process.once(signal, () => {
      remove();
      process.kill(process.pid, signal);
    });
  }
  return folder;
}

/** Null where no folder can be made, for example on a disk in memory that is read only. */
function makeFolderIn(root: string): string | null {
  try {
    return mkdtempSync(join(root, 'tests-'));
  } catch {
    return null;
  }
}

/** A process that still writes into the folder must not fail a run that has passed. */
function removeFolder(folder: string): void {
  try {
    rmSync(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 });
  } catch (error) {
    console.error(`Not removed: ${folder}. ${error instanceof Error ? error.message : String(error)}`);
  }
}

/** Where temporary files belong on a machine with this free space. `space` is null without a disk in memory. */
export function temporaryRoot(space: Space | null): string {
  const isEnough =
    space !== null && space.diskBytes >= MIN_DISK_BYTES && space.memoryBytes >= MIN_MEMORY_BYTES;
  return isEnough ? MEMORY_DISK : tmpdir();
}

function readSpace(): Space | null {
  try {
    const { bavail, bsize } = statfsSync(MEMORY_DISK);
    return { diskBytes: bavail * bsize, memoryBytes: process.availableMemory() };
  } catch {
    return null;
  }
}
