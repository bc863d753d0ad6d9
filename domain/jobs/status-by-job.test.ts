import { expect, it } from 'vitest';
import { BOOKING_STATUSES } from '#domain/rental/bookings.ts';
import { JOB_TYPES } from './jobs.ts';
import { type JobEvent, statusByJob } from './status-by-job.ts';

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
