import { readFileSync } from 'node:fs';
import { join } from 'node:path';

type LockedPackage = {
  integrity?: string;
  link?: boolean;
  optional?: boolean;
  os?: string[];
  cpu?: string[];
  libc?: string[];
};

type MissingIntegrity = {
  /** The names of packages that this platform would install without a check of their content. */
  installed: string[];
  /** The names of packages for other platforms. */
  foreign: string[];
};

const LIBC = process.platform === 'linux' && 'glibcVersionRuntime' in reportHeader() ? 'glibc' : 'musl';

/** One sentence for each package that is installed without an integrity hash. '' without any. */
export function checkLockFile(root: string): string {
  return findMissingIntegrity(readLockFile(root))
    .installed.map((name) => `package-lock.json has no integrity hash for ${name}: install it again.`)
    .join('\n');
}

/** What `npm run check` says about packages for other platforms. '' without any. */
export function describeForeignPackages(root: string): string {
  const { foreign } = findMissingIntegrity(readLockFile(root));
  if (foreign.length === 0) return '';
  return `package-lock.json has no integrity hash for ${foreign.length} packages of other platforms, because the registry that it was made with has none of them: ${foreign.join(', ')}. npm install adds them on those platforms.`;
}

/**
 * Finds packages without an integrity hash in package-lock.json. npm takes the hash from the registry that made the
 * lock file; a registry that mirrors only its own platform has none for the others.
 */
export function findMissingIntegrity(packages: Record<string, LockedPackage>): MissingIntegrity {
  const missing = Object.entries(packages)
    .filter(([path, { integrity, link }]) => path !== '' && !link && !integrity)
    .map(([path, entry]) => ({ name: path.replace(/^.*node_modules\//, ''), entry }));
  return {
    installed: missing.filter(({ entry }) => !isForeign(entry)).map(({ name }) => name),
    foreign: missing.filter(({ entry }) => isForeign(entry)).map(({ name }) => name),
  };
}

function readLockFile(root: string): Record<string, LockedPackage> {
  const { packages } = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')) as {
    packages: Record<string, LockedPackage>;
  };
  return packages;
}

function isForeign({ optional, os, cpu, libc }: LockedPackage): boolean {
  // Without a list, a package is for every platform.
  const isFor = (list: string[] | undefined, value: string) => !list || list.includes(value);
  return !(isFor(os, process.platform) && isFor(cpu, process.arch) && isFor(libc, LIBC)) && optional === true;
}

function reportHeader(): object {
  return (process.report.getReport() as { header: object }).header;
}
