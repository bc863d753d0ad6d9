import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { AT_ONCE_EVENTS } from '#worker/base/platform/log-events/at-once.ts';
import { DAILY_EVENTS } from '#worker/base/platform/log-events/daily.ts';
import { ROUTINE_EVENTS } from '#worker/base/platform/log-events/routine.ts';
import { ROOT } from '../root.ts';
import { checkLogEvents, unusedEvents, withTables } from './log-events.ts';

const read = (path: string) => readFileSync(join(ROOT, path), 'utf8');
const inBackticks = (text: string) => [...text.matchAll(/`([^`]+)`/g)].map(([, code = '']) => code);

it('every log event has code, an entry and a row in the runbook', () => {
  expect(checkLogEvents(ROOT)).toBe('');
  expect(unusedEvents("log.info('request')")).toContain(
    'worker/base/platform/log-events: no code writes booking_made; delete its entry',
  );
  expect(() => withTables('# Runbook')).toThrow("has no place for the events 'at once'");
});

it('every event that a chapter of the runbook names has an entry', () => {
  const named = [...read('docs/runbook.md').matchAll(/(?:log has|watch for|Look for) `([a-z_]+)`/g)];
  const known = [AT_ONCE_EVENTS, DAILY_EVENTS, ROUTINE_EVENTS].flatMap(Object.keys);
  expect(named.length).toBeGreaterThan(3);
  expect(named.map(([, event]) => event).filter((event = '') => !known.includes(event))).toEqual([]);
});

it('deploying.md lists the webhook events that the Worker applies', () => {
  const [line = ''] = /^By hand: in Stripe's dashboard.*$/m.exec(read('docs/deploying.md')) ?? [];
  const named = inBackticks(line).filter((code) => /^[a-z_]+(\.[a-z_]+)+$/.test(code));
  const applied = [...read('worker/entry/queue/apply-event.ts').matchAll(/^ {2}'([a-z_.]+)': /gm)];
  expect(named).toEqual(applied.map(([, type]) => type));
});
