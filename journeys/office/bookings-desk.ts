import { expect } from '@playwright/test';
import { bookByApi } from '../booking/booking-api.ts';
import type { Customer } from '../booking/customer.ts';
import { test as office } from './office-journey.ts';
import { type Credentials, OfficePage } from './office-page.ts';

type Desk = {
  /** A customer books and pays, with the card of this number; the number of their booking. */
  book: (customer: Customer, card?: string) => Promise<number>;
  /** An account of its own beside the administrator's. */
  colleague: (username: string, role: string) => Promise<Credentials>;
};

/** Stories of staff at work on bookings. */
export const test = office.extend<Desk>({
  book: ({ system, stripe, records }, use) =>
    use(async (customer, card) => {
      await bookByApi(system.running.app, stripe, { ...customer, ...(card && { card }) });
      await expect.poll(() => records.bookingsOf(customer)).toHaveLength(1);
      return records.numberOf(customer);
    }),
  colleague: async ({ browser, system, admin }, use) => {
    const context = await browser.newContext({ baseURL: system.running.app });
    const page = await context.newPage();
    await use(async (username, role) => {
      const password = 'quiet truck at noon';
      await new OfficePage(page).open('/admin/settings', admin);
      const person = { username, password, role, firstName: username, lastName: 'Moss' };
      const status = await page.evaluate(
        async (body) =>
          (
            await fetch('/api/admin/users', {
              method: 'POST',
              headers: { 'Content-Type': 'application/json' },
              body: JSON.stringify(body),
            })
          ).status,
        { ...person, email: `${username}@example.com` },
      );
      expect(status).toBe(201);
      return { username, password };
    });
    await context.close();
  },
});
