import { expect } from '@playwright/test';
import type { Booking } from '#contract/staff-bookings.ts';
import { bookByApi } from '../booking/booking-api.ts';
import type { Customer } from '../booking/customer.ts';
import { test as office } from './office-journey.ts';
import type { Credentials } from './office-page.ts';
import { signInByApi } from './staff-api.ts';

type PhoneOrder = Booking & { payUrl?: string };

type Desk = {
  /** A customer books and pays with this card number. Returns the number of the booking. */
  book: (customer: Customer, card?: string) => Promise<number>;
  /** Makes a booking by phone without a browser, paid later unless `changes` say otherwise. */
  order: (customer: Customer, changes?: object) => Promise<PhoneOrder>;
  /** Creates a second account beside the administrator's. */
  colleague: (username: string, role: string) => Promise<Credentials>;
};

/** For journeys in which staff work on bookings. */
export const test = office.extend<Desk>({
  book: ({ system, stripe, records }, use) =>
    use(async (customer, card) => {
      await bookByApi(system.running.app, stripe, { ...customer, ...(card && { card }) });
      await expect.poll(() => records.bookingsOf(customer)).toHaveLength(1);
      return records.numberOf(customer);
    }),
  order: ({ system, admin }, use) =>
    use(async (customer, changes = {}) => {
      const staff = await signInByApi(system.running.app, admin);
      const details = { ...customer, payment: { method: 'later' }, termsNotRead: 'No time', ...changes };
      const { status, body } = await staff('POST', '/api/bookings', details);
      expect([status, status === 201 ? null : body]).toEqual([201, null]);
      return body as PhoneOrder;
    }),
  colleague: ({ system, admin }, use) =>
    use(async (username, role) => {
      const staff = await signInByApi(system.running.app, admin);
      const password = 'quiet truck at noon';
      const person = { username, password, role, firstName: username, lastName: 'Moss' };
      const { status } = await staff('POST', '/api/admin/users', {
        ...person,
        email: `${username}@example.com`,
        // Drivers need one.
        phone: '518 555 0142',
      });
      expect(status).toBe(201);
      return { username, password };
    }),
});
