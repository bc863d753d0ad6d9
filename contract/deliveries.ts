import * as z from 'zod/mini';
import { DELIVERY_KINDS, DELIVERY_STATES } from '#domain/deliveries.ts';
import { endpoint } from './endpoint.ts';
import { instant } from './fields.ts';
import { listQuery, rowNumber } from './lists.ts';

/**
 * A notice of the outbox (a mail to be sent, sessions to be ended), or a message of another kind that the queue
 * gave up: 'stripe-event', 'operation', 'malformed'. What it would say is made when it is sent and stands nowhere.
 */
export const delivery = z.object({
  /** The notice's, or the message's in the queue. */
  id: z.string(),
  kind: z.enum(DELIVERY_KINDS),
  /** What it is about: a booking or an account, or neither is known. */
  bookingId: z.nullable(z.int()),
  userId: z.nullable(z.int()),
  username: z.nullable(z.string()),
  /** Of a message that is no notice: when it was given up. */
  createdAt: instant,
  doneAt: z.nullable(instant),
  diedAt: z.nullable(instant),
  /** Since it was made or sent again; null where it is not known. */
  attempts: z.nullable(z.int()),
  state: z.enum(DELIVERY_STATES),
  /** Why the last try failed, without addresses or secrets. */
  error: z.nullable(z.string()),
  /** When it was last sent again by hand, and by whom. */
  replayedAt: z.nullable(instant),
  replayedBy: z.nullable(z.string()),
});
export type Delivery = z.output<typeof delivery>;

export const deliveryFilters = {
  state: z.optional(z.enum(DELIVERY_STATES, 'There is no such state')),
  kind: z.optional(z.enum(DELIVERY_KINDS, 'There is no such kind')),
  bookingId: z.optional(rowNumber),
};

export const listDeliveries = endpoint({
  name: 'listDeliveries',
  method: 'GET',
  path: '/api/admin/deliveries',
  summary: 'What the system sends and does by itself, newest first, and what of it was given up.',
  access: 'office:read',
  query: z.omit(listQuery(['createdAt'], deliveryFilters), { search: true }),
  reply: z.array(delivery),
  errors: ['invalid', 'unauthenticated', 'forbidden'],
});

export const replayDelivery = endpoint({
  name: 'replayDelivery',
  method: 'POST',
  path: '/api/admin/deliveries/:id/replay',
  summary: 'Sends again what was given up; 409 where it is not, or somebody else was quicker.',
  access: 'deliveries:replay',
  params: z.strictObject({ id: z.string().check(z.maxLength(200)) }),
  reply: delivery,
  errors: ['unauthenticated', 'forbidden', 'not_found', 'conflict', 'provider_unavailable'],
});
