import * as z from 'zod/mini';

/** A queue message. It contains only a type and ids. */
export const taskMessage = z.discriminatedUnion('type', [
  z.strictObject({ type: z.literal('stripe-event'), eventId: z.string() }),
  z.strictObject({ type: z.literal('outbox'), id: z.string() }),
  z.strictObject({ type: z.literal('operation'), id: z.int() }),
  /** The next bookings of an action on many. */
  z.strictObject({ type: z.literal('bulk-action'), id: z.int() }),
  /** Where the address of a booking is. */
  z.strictObject({ type: z.literal('geocode'), bookingId: z.int() }),
  /** Tickets and pickups of drivers that waited for a job which staff have marked done. */
  z.strictObject({ type: z.literal('driver-conflicts') }),
  /** The drives between the places of a day, from the routing provider. */
  z.strictObject({ type: z.literal('drives'), day: z.string() }),
  /** Push messages to those who have not read a message of a route. `key`: its Idempotency-Key. */
  z.strictObject({ type: z.literal('push'), key: z.string() }),
  /** The next step of the running backup. */
  z.strictObject({ type: z.literal('backup') }),
]);

export type TaskMessage = z.output<typeof taskMessage>;
