import { expect, it } from 'vitest';
import { BOOKING_STATUSES } from '#domain/rental/bookings.ts';
import { JOB_STATUSES, JOB_TYPES, ROUTED_JOB_STATUSES } from './jobs.ts';
import { JOB_BY_STOP, type JobEvent, STOP_BY_JOB, statusByJob, stopByJob } from './transitions.ts';

const EVENTS: readonly JobEvent[] = ['on_the_way', 'attempted', 'done', 'undone'];
const changesOf = (type: (typeof JOB_TYPES)[number], hasOpenExchange = false) =>
  EVENTS.flatMap((event) =>
    BOOKING_STATUSES.flatMap((status) => {
      const to = statusByJob(status, { type, event, hasOpenExchange });
      return to === null ? [] : [`${event}: ${status} to ${to}`];
    }),
  );

it('a delivery is in transit until it is done or attempted', () => {
  expect(changesOf('delivery').toSorted()).toEqual([
    'attempted: in_transit to confirmed',
    'done: in_transit to confirmed',
    'on_the_way: confirmed to in_transit',
    'on_the_way: pending to in_transit',
    'undone: in_transit to confirmed',
  ]);
});

it('a final pickup completes the booking unless it is cancelled, and its undo reopens it', () => {
  expect(changesOf('final_pickup').toSorted()).toEqual([
    'done: confirmed to completed',
    'done: in_transit to completed',
    'done: pending to completed',
    'undone: completed to confirmed',
  ]);
});

it('a planned exchange keeps the booking open, and changes nothing else', () => {
  expect(changesOf('final_pickup', true)).toEqual(['undone: completed to confirmed']);
  expect(changesOf('delivery', true)).toEqual(changesOf('delivery'));
});

it('other jobs change no status', () => {
  const others = JOB_TYPES.filter((type) => type !== 'delivery' && type !== 'final_pickup');
  expect(others.flatMap((type) => changesOf(type))).toEqual([]);
});

it('a done or cancelled job never changes with its stop', () => {
  const changed = Object.values(JOB_BY_STOP).flatMap((table) =>
    Object.entries(table).flatMap(([from, to]) => (from === to ? [] : [from, to])),
  );
  expect(changed).toContain('in_progress');
  expect(changed.filter((status) => status === 'done' || status === 'cancelled')).toEqual([]);
});

it('a job that leaves its route or is not completed waits for another one', () => {
  const waiting = ROUTED_JOB_STATUSES.flatMap((status) => [
    JOB_BY_STOP.taken_off[status],
    JOB_BY_STOP.attempted[status],
  ]);
  expect(new Set(waiting)).toEqual(new Set(['open']));
});

it('a stop is never left for a job that is open or cancelled, unless its driver is on the way', () => {
  const kept = JOB_STATUSES.filter((status) => STOP_BY_JOB[status].pending === 'stays');
  expect(kept).toEqual(ROUTED_JOB_STATUSES);
  const onTheWay = JOB_STATUSES.filter((status) => STOP_BY_JOB[status].in_transit === 'leaves');
  expect(onTheWay).toEqual([]);
});

it('a pending stop leaves a route before the day of its job', () => {
  const job = { status: 'planned', dueDay: '2026-07-02' } as const;
  const on = (day: string, status: 'pending' | 'in_transit') => stopByJob({ status, day }, job);
  expect(on('2026-07-01', 'pending')).toBe('leaves');
  expect(on('2026-07-02', 'pending')).toBe('stays');
  expect(on('2026-07-03', 'pending')).toBe('stays');
  expect(on('2026-07-01', 'in_transit')).toBe('stays');
  expect(stopByJob({ status: 'pending', day: '2026-07-01' }, { ...job, status: 'done' })).toBe('done');
});
