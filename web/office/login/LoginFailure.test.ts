import { expect, test } from 'vitest';
import { pauseWords } from './LoginFailure.tsx';

const NOON = Date.parse('2026-11-21T12:00:30.000Z');
const words = (seconds: number) => pauseWords(seconds, NOON, 'UTC').replace(/\s/g, ' ');

test('a short wait shows its length, a long wait its end', () => {
  expect([0, 1, 59, 60, 900].map(words)).toEqual([
    'You can try again in 1 second.',
    'You can try again in 1 second.',
    'You can try again in 59 seconds.',
    'You can try again in 1 minute, at 12:02 PM.',
    'You can try again in 15 minutes, at 12:16 PM.',
  ]);
});
