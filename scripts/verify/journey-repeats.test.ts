import { expect, it } from 'vitest';
import { countRed, type JourneyReport } from './journey-repeats.ts';

const report = (isRed: boolean, message?: string): JourneyReport => ({
  suites: [
    {
      file: 'booking/hold.test.ts',
      specs: [{ title: 'the hold ends', ok: !isRed }],
      suites: [{ file: 'booking/hold.test.ts', specs: [{ title: 'in a frame', ok: true }] }],
    },
    { file: 'office/live.test.ts', specs: [{ title: 'a change is shown', ok: isRed }] },
  ],
  errors: message === undefined ? [] : [{ message }],
});

it('counts how often each journey was red', () => {
  expect(countRed([report(true), report(true), report(false, 'the worker has crashed')])).toEqual([
    ['booking/hold.test.ts: the hold ends', 2],
    ['office/live.test.ts: a change is shown', 1],
    ['the worker has crashed', 1],
  ]);
  expect(countRed([])).toEqual([]);
});
