import * as z from 'zod/mini';
import { ACTION_TYPES } from '#domain/dispatch/driver-actions.ts';
import { STOP_STATUSES, STOP_TYPES } from '#domain/dispatch/stops.ts';
import { PHOTO_TYPES } from '#domain/rental/bookings.ts';
import { recordedTicket } from './driver-routes.ts';
import { endpoint } from './endpoint.ts';
import { instant } from './fields.ts';
import { flag, rowNumber } from './lists.ts';

/** Degrees. Null without one, and unless the call asks for positions. */
const position = z.nullable(z.object({ lat: z.number(), lng: z.number() }));

const recordedAction = z.object({
  id: z.string(),
  type: z.enum(ACTION_TYPES),
  /** When the driver did it, on the server's clock. */
  doneAt: instant,
  /** The same moment on the clock of the phone. */
  deviceTime: instant,
  /** When the phone could send it. */
  receivedAt: instant,
  /** The clock of the phone was changed during the stop: `doneAt` is the time of the step before or after it. */
  isTimeClamped: z.boolean(),
  result: z.enum(['applied', 'refused']),
  /** Why it was refused. */
  reason: z.nullable(z.string()),
  /** What a deactivated driver sent waits for a dispatcher. Null for all else. */
  approval: z.nullable(z.enum(['waiting', 'approved', 'rejected'])),
  /** The number of the unit or ticket, why the stop was not completed, or who signed; null for other types. */
  value: z.nullable(z.string()),
  note: z.nullable(z.string()),
  hasPosition: z.boolean(),
  position,
});
export type RecordedAction = z.output<typeof recordedAction>;

const recordedPhoto = z.object({
  /** For getStopPhoto. */
  id: z.string(),
  type: z.enum(PHOTO_TYPES),
  takenAt: z.nullable(instant),
  receivedAt: instant,
  /** Pixels. */
  width: z.nullable(z.int()),
  height: z.nullable(z.int()),
  /** False after the time for which photos are kept, and after a removal of the customer's data. */
  isStored: z.boolean(),
  hasPosition: z.boolean(),
  position,
});
export type RecordedPhoto = z.output<typeof recordedPhoto>;

/** What a driver recorded at a stop. */
export const stopRecord = z.object({
  id: z.int(),
  /** The day of the route, yyyy-mm-dd. */
  day: z.string(),
  type: z.enum(STOP_TYPES),
  status: z.enum(STOP_STATUSES),
  /** The office took the stop off its route after it was published. */
  isRemoved: z.boolean(),
  driver: z.object({ id: z.int(), name: z.string() }),
  truck: z.nullable(z.string()),
  /** Null for a stop without a customer. */
  booking: z.nullable(z.object({ id: z.int(), customer: z.string() })),
  /** The yard or disposal site. */
  site: z.nullable(z.string()),
  plannedArrival: z.nullable(instant),
  departedAt: z.nullable(instant),
  arrivedAt: z.nullable(instant),
  outcome: z.nullable(z.string()),
  /** The note of the driver, or why the stop was not completed. */
  outcomeReason: z.nullable(z.string()),
  /** The numbers of the units that were brought and taken away. */
  unit: z.nullable(z.string()),
  collectedUnit: z.nullable(z.string()),
  ticket: z.nullable(recordedTicket),
  /** In the order in which they were done. */
  actions: z.array(recordedAction),
  photos: z.array(recordedPhoto),
});
export type StopRecordReply = z.output<typeof stopRecord>;

const byId = z.strictObject({ id: rowNumber });

export const getStopRecord = endpoint({
  name: 'getStopRecord',
  method: 'GET',
  path: '/api/dispatch/stops/:id/record',
  access: 'office:read',
  params: byId,
  query: z.strictObject({ positions: z.optional(flag) }),
  reply: stopRecord,
});

export const listBookingStopRecords = endpoint({
  name: 'listBookingStopRecords',
  method: 'GET',
  path: '/api/bookings/:id/stop-records',
  access: 'office:read',
  params: byId,
  reply: z.array(stopRecord),
});

/** A booking at which a driver could not complete a stop, until the job is done or staff clear the flag. */
export const attemptedStop = z.object({
  bookingId: z.int(),
  firstName: z.string(),
  lastName: z.string(),
  address: z.string(),
  city: z.string(),
  state: z.string(),
  zip: z.string(),
  phoneDisplay: z.string(),
  /** The last stop that was not completed; null if it is no longer on record. */
  stop: z.nullable(
    z.object({
      id: z.int(),
      type: z.enum(STOP_TYPES),
      /** The name of the driver. */
      driver: z.string(),
      /** Why it was not completed, with the driver's note. */
      reason: z.nullable(z.string()),
      /** On the server's clock. */
      doneAt: z.nullable(instant),
    }),
  ),
});

export const listAttemptedStops = endpoint({
  name: 'listAttemptedStops',
  method: 'GET',
  path: '/api/dispatch/attempted-stops',
  access: 'office:read',
  reply: z.array(attemptedStop),
});
