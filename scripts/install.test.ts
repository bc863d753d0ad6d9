import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { nodeTooOld, outdatedPackages } from './install.mjs';
import { ROOT } from './root.ts';
import { findMissingIntegrity } from './verify/lock-file.ts';

it('accepts Node 20 and later, and says in one sentence that an older one must be updated', () => {
  expect(nodeTooOld('20.0.0')).toBeNull();
  expect(nodeTooOld('26.10.0')).toBeNull();
  expect(nodeTooOld('18.20.4')).toMatch(
    /^This project needs Node 20 or later, and this is Node 18\.20\.4: .*\.$/,
  );
});

it('finds packages that are missing or of another version', () => {
  const wanted = {
    '': { version: '0.1.0' },
    'node_modules/same': { version: '1.0.0', integrity: 'sha512-a' },
    'node_modules/older': { version: '2.0.0', integrity: 'sha512-b' },
    'node_modules/missing': { version: '3.0.0', integrity: 'sha512-c' },
  };
  const installed = {
    'node_modules/same': { version: '1.0.0', integrity: 'sha512-a' },
    'node_modules/older': { version: '1.9.0', integrity: 'sha512-z' },
  };
  expect(outdatedPackages(wanted, installed)).toEqual(['node_modules/older', 'node_modules/missing']);
});

it('does not require packages for other platforms', () => {
  const wanted = {
    'node_modules/for-mac': { version: '1.0.0', optional: true },
    'node_modules/for-windows': { version: '1.0.0', devOptional: true },
  };
  expect(outdatedPackages(wanted, {})).toEqual([]);
});

it('the lock file is complete for every platform and names no download host', () => {
  const { packages } = JSON.parse(readFileSync(join(ROOT, 'package-lock.json'), 'utf8')) as {
    packages: Record<string, { resolved?: string; optionalDependencies?: Record<string, string> }>;
  };
  const missing = Object.values(packages)
    .flatMap(({ optionalDependencies }) => Object.keys(optionalDependencies ?? {}))
    .filter((name) => !Object.keys(packages).some((path) => path.endsWith(`node_modules/${name}`)));
  expect(missing).toEqual([]);
  expect(Object.values(packages).filter(({ resolved }) => resolved)).toEqual([]);
});

it('finds packages without an integrity hash: those that are installed here, and those of other platforms', () => {
  const here = { os: [process.platform], cpu: [process.arch] };
  expect(
    findMissingIntegrity({
      '': {},
      'node_modules/complete': { integrity: 'sha512-a' },
      'node_modules/@scope/plain': {},
      'node_modules/a/node_modules/here': { optional: true, ...here },
      'node_modules/for-aix': { optional: true, os: ['aix'] },
      'node_modules/wasm': { optional: true, cpu: ['wasm32'] },
      'node_modules/required-on-aix': { os: ['aix'] },
    }),
  ).toEqual({ installed: ['@scope/plain', 'here', 'required-on-aix'], foreign: ['for-aix', 'wasm'] });
});
