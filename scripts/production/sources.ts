import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** All sources of the production build. */
const SOURCES = [
  'contract',
  'domain',
  'web',
  'worker',
  'package-lock.json',
  'package.json',
  'scripts/production',
  'tsconfig.base.json',
  'web/wrangler.toml',
  'wrangler.toml',
];
const LEFT_OUT = new Set(['dist', 'node_modules', '.wrangler']);

/** One hash over the sources' names and texts: the same as long as nothing changed. Tests are left out. */
export const hashSources = (root: string) => hashFiles(root, SOURCES);

/** The same for any files and folders; a test counts only if it is named itself. */
export function hashFiles(root: string, paths: readonly string[]): string {
  const hash = createHash('sha256');
  const files = new Set(paths.flatMap((path) => filesBelow(root, path)));
  for (const file of [...files].sort()) {
    hash
      .update(`${file}\0`)
      .update(readFileSync(join(root, file)))
      .update('\0');
  }
  return hash.digest('hex');
}

function filesBelow(root: string, path: string): string[] {
  try {
    return readdirSync(join(root, path), { withFileTypes: true })
      .filter((entry) => !LEFT_OUT.has(entry.name) && !/\.test\.tsx?$|\.tsbuildinfo$/.test(entry.name))
      .flatMap((entry) => {
        const below = join(path, entry.name);
        return entry.isDirectory() ? filesBelow(root, below) : [below];
      });
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'ENOTDIR') return [path];
    if (code === 'ENOENT') return [];
    throw error;
  }
}
