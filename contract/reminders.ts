import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';
import { rowNumber } from './lists.ts';
import { booking } from './staff-bookings.ts';

export const sendReminder = endpoint({
  name: 'sendReminder',
  method: 'POST',
  path: '/api/bookings/:id/reminder',
  summary: 'Queues an e-mail that reminds the customer of a pending booking; at most one a day.',
  access: 'bookings:write',
  params: z.strictObject({ id: rowNumber }),
  reply: booking,
  headers: ['If-Match'],
  errors: ['invalid', 'unauthenticated', 'forbidden', 'not_found', 'conflict', 'stale'],
});
