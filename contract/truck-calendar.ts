import * as z from 'zod/mini';
import { JOB_TYPES } from '#domain/jobs/jobs.ts';
import { BOOKING_STATUSES } from '#domain/rental/bookings.ts';
import { endpoint } from './endpoint.ts';
import { day, dumpsterType } from './fields.ts';

/** Six weeks, as a page of a wall calendar has. */
export const MAX_CALENDAR_DAYS = 42;

/** The deliveries and pickups of a day, and what the trucks have left. */
export const truckDay = z.object({
  day: z.string(),
  /** Why no truck drives on this day, for staff; null: an ordinary day. */
  closed: z.nullable(z.string()),
  /** Counts of the bookings that match the filters. */
  deliveries: z.int(),
  exchanges: z.int(),
  pickups: z.int(),
  /** All truck moves of the day, with those held by customers who are paying. */
  truckMoves: z.int(),
});
export type TruckDay = z.output<typeof truckDay>;

/** A truck move of a booking. */
export const calendarMove = z.object({
  jobId: z.int(),
  day: z.string(),
  type: z.enum(JOB_TYPES),
  isDone: z.boolean(),
  /** Whether the booking's unit is still at the customer after the day of its pickup. */
  isOverdue: z.boolean(),
  bookingId: z.int(),
  customer: z.string(),
  city: z.string(),
  dumpsterType: z.string(),
  /** The number of the unit; null without one. */
  dumpsterNumber: z.nullable(z.string()),
  status: z.enum(BOOKING_STATUSES),
  /** The booking's first and last rental day. */
  deliveryDate: z.string(),
  endDate: z.string(),
});
export type CalendarMove = z.output<typeof calendarMove>;

export const getTruckCalendar = endpoint({
  name: 'getTruckCalendar',
  method: 'GET',
  path: '/api/calendar',
  access: 'office:read',
  query: z.strictObject({
    from: day,
    to: day,
    dumpsterType: z.optional(dumpsterType),
    status: z.optional(z.enum(BOOKING_STATUSES, 'There is no such status')),
  }),
  reply: z.object({
    today: z.string(),
    /** Null: no limit. */
    maxTruckMovesPerDay: z.nullable(z.int()),
    days: z.array(truckDay),
    moves: z.array(calendarMove),
  }),
});
