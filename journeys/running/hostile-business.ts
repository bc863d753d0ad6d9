import { expect } from '@playwright/test';
import type { Running } from '#scripts/local/state.ts';
import { bookByApi } from '../booking/booking-api.ts';
import type { Customer, Customers } from '../booking/customer.ts';
import { type StaffApi, signInByApi } from '../office/staff-api.ts';
import { HOSTILE_LINES, hostilePeople, LONG_NOTES } from './hostile.ts';
import { StripeDesk } from './stripe.ts';

export type HostileBusiness = { staff: StaffApi; customers: Customer[] };

/** Usernames that are special values in JavaScript or CSV. */
const USERNAMES = ['null', '__proto__', 'constructor', '+1+1', '---', '...', 'NaN', 'admin@example.com'];

export const COLLEAGUES = hostilePeople()
  .slice(0, USERNAMES.length)
  .map(({ firstName, lastName }, index) => ({
    username: USERNAMES[index] ?? '',
    firstName,
    lastName,
    email: `colleague.${index}@example.com`,
    password: 'quiet truck of another',
  }));

/** Valid e-mail addresses with hostile or very long parts. */
const EMAILS = [
  "'or'1'-'1@example.com",
  '__proto__@example.com',
  'null@example.com',
  '+1+1@example.com',
  `${'w'.repeat(64)}.${'w'.repeat(120)}@${'subdomain.'.repeat(5)}example.com`,
];

/** Creates dumpsters, users and paid bookings with the calls that the screens make. */
export async function fillWithHostileText(
  { app, admin, stripe }: Pick<Running, 'app' | 'admin' | 'stripe'>,
  strangers: Customers,
): Promise<HostileBusiness> {
  const staff = await signInByApi(app, admin);
  for (const [index, dumpsterNumber] of HOSTILE_LINES.entries()) {
    const notes = index === 3 ? LONG_NOTES : `${dumpsterNumber}\n${dumpsterNumber}`;
    await made(staff('POST', '/api/dumpsters', { dumpsterNumber, dumpsterType: '15-yard', notes }));
  }
  for (const [index, colleague] of COLLEAGUES.entries()) {
    await made(staff('POST', index < 3 ? '/api/admin/staff' : '/api/admin/users', colleague));
  }
  const customers = hostilePeople().map((person, index) => ({
    ...strangers.next(index === 0 ? '15-yard' : '20-yard'),
    ...person,
    email: EMAILS[index] ?? `hostile.${index}@example.com`,
    phone: `+1 (555) 010-${1000 + index}${index % 2 === 0 ? ' ext. 12345678901234567' : ''}`,
  }));
  for (const customer of customers) await bookByApi(app, new StripeDesk(stripe), customer);
  const list = () => staff('GET', '/api/bookings').then(({ body }) => body);
  await expect.poll(list).toHaveLength(customers.length);
  return { staff, customers };
}

async function made(reply: ReturnType<StaffApi>): Promise<void> {
  expect(await reply).toMatchObject({ status: 201 });
}
