import { resolve } from 'node:path';

/** The root folder of the checkout. */
export const ROOT = resolve(import.meta.dirname, '..');
