import { expect, it } from 'vitest';
import { commitmentsText } from './service.ts';

it.each([
  [[12], 'booking #12'],
  [[12, 15], 'bookings #12, #15'],
  [[null], 'a customer who is paying now'],
  [[12, null, null], 'booking #12 and a customer who is paying now'],
])('%j are %s', (...[promises, words]) => {
  expect(commitmentsText(promises)).toBe(words);
});

it('names twenty bookings and counts the others', () => {
  const words = commitmentsText(Array.from({ length: 25 }, (_, i) => i + 1));
  expect(words).toMatch(/^bookings #1, #2, .*, #20, 5 more$/);
});
