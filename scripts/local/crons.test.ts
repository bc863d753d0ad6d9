import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { isDue, startScheduler } from './crons.ts';

const at = (iso: string) => new Date(iso);

it.each([
  ['* * * * *', '2026-11-21T02:17:00Z', true],
  ['*/5 * * * *', '2026-11-21T02:15:00Z', true],
  ['*/5 * * * *', '2026-11-21T02:17:00Z', false],
  ['0 * * * *', '2026-11-21T03:00:00Z', true],
  ['30 7 * * *', '2026-11-21T07:30:00Z', true],
  ['30 7 * * *', '2026-11-21T08:30:00Z', false],
  ['0,30 8-10 * * 1-5', '2026-11-20T09:30:00Z', true],
  ['0,30 8-10 * * 1-5', '2026-11-21T09:30:00Z', false],
  ['10-30/10 * 1 11 *', '2026-11-01T09:20:00Z', true],
])('%s at %s: %s', (expression, instant, expected) => {
  expect(isDue(expression, at(instant))).toBe(expected);
});

it('refuses an invalid expression', () => {
  expect(() => isDue('@daily', new Date())).toThrow("No cron expression: '@daily'");
  expect(() => isDue('x * * * *', new Date())).toThrow("Not understood in a cron expression: 'x'");
});

beforeEach(() => {
  vi.useFakeTimers({ now: at('2026-11-21T02:13:30Z') });
});
afterEach(() => {
  vi.useRealTimers();
});

it('triggers each cron in its minute, never twice at the same time, and stops', async () => {
  const triggered: string[] = [];
  let finish = () => {};
  const stop = startScheduler({
    crons: ['* * * * *', '*/5 * * * *'],
    now: () => Date.now(),
    trigger: (cron, time) => {
      triggered.push(`${cron} ${time.toISOString().slice(11, 16)}`);
      return cron === '* * * * *'
        ? Promise.resolve()
        : new Promise((resolve) => {
            finish = resolve;
          });
    },
    onError: () => {},
  });
  await vi.advanceTimersByTimeAsync(7 * 60_000);
  expect(triggered).toEqual(
    ['14', '15', '16', '17', '18', '19', '20'].flatMap((minute) =>
      minute === '15' ? [`* * * * * 02:15`, `*/5 * * * * 02:15`] : [`* * * * * 02:${minute}`],
    ),
  );
  finish();
  stop();
  await vi.advanceTimersByTimeAsync(10 * 60_000);
  expect(triggered).toHaveLength(8);
});

it('reports a failed cron and continues', async () => {
  const failures: string[] = [];
  const stop = startScheduler({
    crons: ['* * * * *'],
    now: () => Date.now(),
    trigger: () => Promise.reject(new Error('no database')),
    onError: (cron, error) => failures.push(`${cron}: ${(error as Error).message}`),
  });
  await vi.advanceTimersByTimeAsync(2 * 60_000);
  stop();
  expect(failures).toEqual(['* * * * *: no database', '* * * * *: no database']);
});
