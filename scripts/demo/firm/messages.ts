import { randomBytes } from 'node:crypto';
import type { Booking } from '#contract/staff-bookings.ts';
import type { Administrator } from '../../local/administrator.ts';
import type { Moment } from '../past.ts';
import { type Staff, signIn, staffAt } from './staff-session.ts';

/** The password is random: an administrator can set another one to sign in as the dispatcher. */
const DISPATCHER = {
  firstName: 'Dana',
  lastName: 'Cole',
  username: 'dana',
  email: 'dana@example.com',
  role: 'dispatcher',
} as const;

/** A dispatcher asks the administrator about a dumpster on site, so that a mention is unread. */
export async function mentionAdministrator(now: Moment, admin: Administrator, staff: Staff): Promise<void> {
  const account = { ...DISPATCHER, password: randomBytes(12).toString('base64url') };
  await staff.send('POST', 'admin/users', account);
  const onSite = await staff.get<Booking[]>('bookings?work=on_site&limit=100');
  const booking = onSite.find(({ isOverdue }) => !isOverdue);
  if (!booking) return;
  const dana = staffAt(now, await signIn(now, { ...admin, ...account }));
  const content = `@${admin.username} ${booking.firstName} asks to keep the dumpster two days longer. Can we waive the extra days?`;
  await dana.send('POST', `bookings/${booking.id}/messages`, { content });
}
