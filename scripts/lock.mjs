import { linkSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

const RETRY_MS = 100;

/**
 * One process at a time does the work: installing and building share one checkout. A lock whose owner is gone is taken over.
 * @template T
 * @param {string} file
 * @param {() => Promise<T>} work
 * @returns {Promise<T>}
 */
export async function withLock(file, work) {
  mkdirSync(dirname(file), { recursive: true });
  while (!take(file)) {
    if (isAbandoned(file)) rmSync(file, { force: true });
    else await sleep(RETRY_MS);
  }
  try {
    return await work();
  } finally {
    rmSync(file, { force: true });
  }
}

/**
 * Creates the lock file together with its owner's id, so that it is never empty.
 * @param {string} file
 */
function take(file) {
  const claim = `${file}.${process.pid}`;
  writeFileSync(claim, String(process.pid));
  try {
    linkSync(claim, file);
    return true;
  } catch (error) {
    if (codeOf(error) === 'EEXIST') return false;
    throw error;
  } finally {
    rmSync(claim, { force: true });
  }
}

/** @param {string} file */
function isAbandoned(file) {
  try {
    process.kill(Number(readFileSync(file, 'utf8')), 0);
    return false;
  } catch (error) {
    return codeOf(error) === 'ESRCH';
  }
}

/** @param {unknown} error */
function codeOf(error) {
  return /** @type {NodeJS.ErrnoException} */ (error).code;
}
