import { expect, it } from 'vitest';
import { type MeasuredUsage, monthlyDollars, monthlyUse } from './usage.ts';

const usage = (requests: number, rowsWritten: number) => ({
  requests,
  rowsRead: 500,
  rowsWritten,
  queueMessages: 5,
  emails: 3,
});
const measured: MeasuredUsage = {
  rental: usage(22, 250),
  idle: {
    holds: { ...usage(0, 2), rowsRead: 1, cron: '* * * * *' },
    'hold-alert': { ...usage(0, 1), rowsRead: 1, cron: '* * * * *' },
    reminders: { ...usage(0, 10), rowsRead: 1, cron: '0 * * * *' },
    purge: { ...usage(0, 100), rowsRead: 1, cron: '30 7 * * *' },
  },
};

it('adds visitors, crons, the monitor and reminders to the rentals of a month', () => {
  expect(monthlyUse(1000, measured)).toEqual({
    requests: 1000 * (22 + 100) + (43_200 + 720 + 30) + 7000 + 43_200,
    rowsRead: 1000 * 2500 + 2 * 43_200 + 720 + 30,
    rowsWritten: 1000 * 250 + 3 * 43_200 + 10 * 720 + 100 * 30,
    queueOperations: 21_000,
    emails: 5000,
    objectRequests: 52_000,
  });
});

it('charges the plan and only what is above the included amounts', () => {
  expect(monthlyDollars(monthlyUse(100, measured))).toBe(5);
  expect(monthlyDollars(monthlyUse(1000, measured))).toBeCloseTo(5 + 2 * 0.35);
  expect(monthlyDollars(monthlyUse(10_000, measured))).toBeCloseTo(5 + 47 * 0.35);
});
