import { expect, test } from 'vitest';
import { agoText } from './moment.ts';

const SEEN = '2026-11-21T12:00:00.000Z';
const after = (seconds: number) => agoText(SEEN, Date.parse(SEEN) + seconds * 1000, 'UTC');

test('recent moments are relative, moments days ago show their date', () => {
  expect([-90, 59, 60, 3599, 3600, 86_399].map(after)).toEqual([
    'Just now',
    'Just now',
    '1 minute ago',
    '59 minutes ago',
    '1 hour ago',
    '23 hours ago',
  ]);
  expect(after(86_400).replace(/\s/g, ' ')).toBe('Nov 21, 2026, 12:00 PM');
});
