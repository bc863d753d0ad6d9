import { tmpdir } from 'node:os';
import { expect, it } from 'vitest';
import { temporaryRoot } from './test-folder.ts';

const GIBIBYTE = 1024 ** 3;

it('is in memory only where both the disk in memory and the memory have room', () => {
  expect(temporaryRoot({ diskBytes: 4 * GIBIBYTE, memoryBytes: 8 * GIBIBYTE })).toBe('/dev/shm');
  expect(temporaryRoot({ diskBytes: 64 * 1024 ** 2, memoryBytes: 64 * GIBIBYTE })).toBe(tmpdir());
  expect(temporaryRoot({ diskBytes: 24 * GIBIBYTE, memoryBytes: 7 * GIBIBYTE })).toBe(tmpdir());
  expect(temporaryRoot(null)).toBe(tmpdir());
});
