import fc from 'fast-check';
import { expect, test } from 'vitest';
import { randomRuns } from '#domain/test/random-runs.ts';
import { cutText } from './text.ts';

test('a text that fits stays as it is', () => {
  expect(cutText('Delivered late', 500)).toBe('Delivered late');
  expect(cutText('🚛'.repeat(500), 500)).toBe('🚛'.repeat(500));
});

test('a text is cut between characters, never inside an emoji', () => {
  expect(cutText(`${'x'.repeat(499)}🚛🚛`, 500)).toBe(`${'x'.repeat(499)}🚛`);
  expect(cutText('🚛🚛🚛', 2)).toBe('🚛🚛');
});

test('any text is cut to the maximum length and can be sent', () => {
  const text = fc.string({ unit: fc.constantFrom('a', 'é', '漢', '🚛', '👨‍👩‍👧', '\ud83d', '\ude9b', '\n') });
  fc.assert(
    fc.property(text, fc.nat({ max: 12 }), (given, max) => {
      const cut = cutText(given, max);
      expect(Array.from(cut).length).toBeLessThanOrEqual(max);
      expect(() => encodeURIComponent(cut)).not.toThrow();
      expect(given.toWellFormed().startsWith(cut)).toBe(true);
    }),
    randomRuns({ sample: 100, long: 10000 }),
  );
});
