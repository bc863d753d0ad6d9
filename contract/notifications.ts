import * as z from 'zod/mini';
import { NOTIFICATION_KINDS, NOTIFICATION_STATES } from '#domain/shared/notifications.ts';
import { endpoint } from './endpoint.ts';
import { instant } from './fields.ts';
import { listQuery, rowNumber } from './lists.ts';

/**
 * An e-mail or a background task (sessions to end), or a queue message that failed: 'stripe-event', 'operation',
 * 'malformed'. The text of an e-mail is written when it is sent and is not stored.
 */
export const notification = z.object({
  /** The id of the outbox row, or of the queue message. */
  id: z.string(),
  kind: z.enum(NOTIFICATION_KINDS),
  /** The booking or the account it concerns; both null when neither is known. */
  bookingId: z.nullable(z.int()),
  userId: z.nullable(z.int()),
  username: z.nullable(z.string()),
  /** For a queue message without an outbox row: when it failed. */
  createdAt: instant,
  doneAt: z.nullable(instant),
  diedAt: z.nullable(instant),
  /** Since it was created or last retried; null when unknown. */
  attempts: z.nullable(z.int()),
  state: z.enum(NOTIFICATION_STATES),
  /** Why the last attempt failed, without addresses or secrets. */
  error: z.nullable(z.string()),
  /** The last retry by staff. */
  replayedAt: z.nullable(instant),
  replayedBy: z.nullable(z.string()),
});
export type Notification = z.output<typeof notification>;

export const notificationFilters = {
  state: z.optional(z.enum(NOTIFICATION_STATES, 'There is no such state')),
  kind: z.optional(z.enum(NOTIFICATION_KINDS, 'There is no such kind')),
  bookingId: z.optional(rowNumber),
};

export const listNotifications = endpoint({
  name: 'listNotifications',
  method: 'GET',
  path: '/api/admin/notifications',
  access: 'office:read',
  query: z.omit(listQuery(['createdAt'], notificationFilters), { search: true }),
  reply: z.array(notification),
});

export const replayNotification = endpoint({
  name: 'replayNotification',
  method: 'POST',
  path: '/api/admin/notifications/:id/replay',
  access: 'notifications:replay',
  params: z.strictObject({ id: z.string().check(z.maxLength(200)) }),
  reply: notification,
});

export const releaseNotification = endpoint({
  name: 'releaseNotification',
  method: 'POST',
  path: '/api/admin/notifications/:id/release',
  access: 'notifications:replay',
  params: z.strictObject({ id: z.string().check(z.maxLength(200)) }),
  reply: notification,
});

export const releaseNotifications = endpoint({
  name: 'releaseNotifications',
  method: 'POST',
  path: '/api/admin/notifications/release',
  access: 'notifications:replay',
  reply: z.object({ released: z.int() }),
});
