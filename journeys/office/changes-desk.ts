import { expect, type Page } from '@playwright/test';
import type { Day } from '#domain/shared/days.ts';
import type { Customer } from '../booking/customer.ts';
import { CatalogDesk } from '../running/catalog-desk.ts';
import { type Mail, mailsTo } from '../running/mailbox.ts';
import { test as desk } from './bookings-desk.ts';
import type { Credentials, OfficePage } from './office-page.ts';

/** Cents. */
const EXTRA_DAY = 2_000;
const EXCHANGE_PRICE = 15_000;

/** For journeys in which staff change bookings; use it with the environment CHANGES. */
export const test = desk.extend<{ mailsOf: (customer: Customer) => Promise<Mail[]> }, { prices: undefined }>({
  /** The catalog with prices for extra days and exchanges. */
  prices: [
    async ({ system }, use) => {
      const owner = await CatalogDesk.open(system.running.app, system.running.admin);
      await owner.change('rates', (rates) =>
        rates.map((rate) => ({ ...rate, extraDay: EXTRA_DAY, exchangePrice: EXCHANGE_PRICE })),
      );
      await owner.publish('Prices of extra days and exchanges');
      await use(undefined);
    },
    { scope: 'worker', auto: true },
  ],
  /** The e-mails about changes, newest first. */
  mailsOf: ({ system }, use) =>
    use(async ({ email }) => {
      const all = await mailsTo(email, system.running.mailbox);
      return all.filter(({ subject }) => /was changed|is cancelled/.test(subject));
    }),
});

/** The cell of a day in the dialog. */
export const day = (page: Page, name: Day) => page.locator(`dialog [data-day="${name}"]`);

/** The SEQUENCE of the calendar file of an e-mail; NaN without one. */
export const parseSequence = (mail: Mail | undefined) =>
  Number(/SEQUENCE:(\d+)/.exec(mail?.attachments[0]?.text ?? '')?.[1] ?? Number.NaN);

export async function openBooking(office: OfficePage, id: number, credentials: Credentials) {
  await office.open(`/admin/bookings/${id}`, credentials);
  await expect(office.section('History')).toContainText('Booking made');
}

/** Opens the dialog of a change by the menu of the booking page. */
export async function openChange(page: Page, id: number, name: string) {
  await page.getByRole('button', { name: `Change booking #${id}` }).click();
  await page.getByRole('menuitem', { name }).click();
}

/** Picks a day of the month that is shown, the next or the previous one. */
export async function pickDay(page: Page, name: Day) {
  await turnTo(page, name);
  await day(page, name).click();
}

/** Turns the calendar of the open dialog to the month of the day, if it is the next or the previous one. */
export async function turnTo(page: Page, name: Day) {
  const grid = page.getByRole('grid');
  await expect(grid).toHaveAttribute('aria-busy', 'false');
  if ((await day(page, name).count()) === 0) {
    const [shown = ''] = await grid
      .locator('[data-day]')
      .evaluateAll((all) => all.map((each) => (each as HTMLElement).dataset.day));
    await page.getByRole('button', { name: shown < name ? 'Next month' : 'Previous month' }).click();
  }
}
