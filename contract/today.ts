import * as z from 'zod/mini';
import { BOOKING_WORK, TRANSACTION_WORK } from '#domain/rental/work-lists.ts';
import { endpoint } from './endpoint.ts';
import { cents, instant } from './fields.ts';
import { job } from './jobs.ts';

/** As the total of a list: exact up to 1,000. */
const count = z.union([z.int(), z.literal('1000+')]);

/**
 * The jobs of a kind that are due today, are late, or were late and were done today: `count` of them, `done` of those.
 * `jobs`: the same, late ones first, at most 100.
 */
const jobsToDo = z.object({ count, done: z.int(), jobs: z.array(job) });

/** What staff have to do today, on the clock of the business. */
export const today = z.object({
  day: z.string(),
  deliveries: jobsToDo,
  exchanges: jobsToDo,
  pickups: jobsToDo,
  /** The total of the list of bookings with this value of its filter `work`. */
  bookings: z.object(
    Object.fromEntries(BOOKING_WORK.map((name) => [name, count])) as Counts<typeof BOOKING_WORK>,
  ),
  /** The sums of the lists with amounts, in cents; null above 1,000 bookings. The lists have them as X-Sum. */
  sums: z.object({ balance_due: z.nullable(cents), unpriced: z.nullable(cents) }),
  /** The total of the list of transactions with this value of its filter `work`. */
  transactions: z.object(
    Object.fromEntries(TRANSACTION_WORK.map((name) => [name, count])) as Counts<typeof TRANSACTION_WORK>,
  ),
  /** The disputes whose answers are due first, at most five. Amounts in cents. */
  disputes: z.array(
    z.object({
      transactionId: z.string(),
      bookingId: z.nullable(z.int()),
      amount: cents,
      status: z.string(),
      /** Until when Stripe accepts evidence; null when unknown. */
      dueAt: z.nullable(instant),
    }),
  ),
  /** E-mails and background work that failed. */
  failedNotifications: count,
  /** What drivers sent and a dispatcher has not decided: the total of both lists. */
  fromDrivers: count,
});
export type Today = z.output<typeof today>;
export type TodayCount = z.output<typeof count>;

type Counts<Names extends readonly string[]> = Record<Names[number], typeof count>;

export const getToday = endpoint({
  name: 'getToday',
  method: 'GET',
  path: '/api/today',
  access: 'office:read',
  reply: today,
});
