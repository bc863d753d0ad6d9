import { readFileSync } from 'node:fs';
import { join } from 'node:path';

export type LockedPackage = {
  integrity?: string;
  link?: boolean;
  optional?: boolean;
  os?: string[];
  cpu?: string[];
  libc?: string[];
};

type MissingIntegrity = {
  /** A sentence for each package that this platform would install without a check of its content. */
  failures: string[];
  /** The names of packages for other platforms. */
  foreign: string[];
};

const LIBC = process.platform === 'linux' && 'glibcVersionRuntime' in reportHeader() ? 'glibc' : 'musl';

/**
 * Finds packages without an integrity hash in package-lock.json. npm takes the hash from the registry that made the
 * lock file; a registry that mirrors only its own platform has none for the others.
 */
export function findMissingIntegrity(packages: Record<string, LockedPackage>): MissingIntegrity {
  const missing = Object.entries(packages)
    .filter(([path, { integrity, link }]) => path !== '' && !link && !integrity)
    .map(([path, entry]) => ({ name: path.replace(/^.*node_modules\//, ''), entry }));
  return {
    failures: missing
      .filter(({ entry }) => !isForeign(entry))
      .map(({ name }) => `package-lock.json has no integrity hash for ${name}: run npm install again.`),
    foreign: missing.filter(({ entry }) => isForeign(entry)).map(({ name }) => name),
  };
}

export function readLockFile(root: string): Record<string, LockedPackage> {
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
