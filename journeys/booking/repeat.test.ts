import { expect } from '@playwright/test';
import { expectAccessibleEverywhere } from '../running/accessible.ts';
import { test } from '../running/journey.ts';
import { mailsTo } from '../running/mailbox.ts';
import { watchToken } from '../running/token-watch.ts';
import { BookingPage, CARDS } from './booking-page.ts';

const KNOWN = ['firstName', 'lastName', 'email', 'phone', 'address', 'city', 'state', 'zip'] as const;

test("the link 'Same as last time' of the e-mail fills the form, and its token stays secret", async ({
  booking,
  customer,
  newCustomer,
  browser,
  system,
}) => {
  await booking.toPayment(customer);
  await booking.payWith(CARDS.good);
  await booking.expectBooked();
  const mails = () => mailsTo(customer.email, system.running.mailbox);
  const link = async () => /Same as last time:\n(\S+)/.exec((await mails())[0]?.text ?? '')?.[1] ?? '';
  await expect.poll(link, { timeout: 30_000 }).toMatch(/\/#again=[\w-]{43}$/);
  const url = await link();
  const token = url.split('#again=')[1] ?? '';

  // Months later, on another device.
  const context = await browser.newContext();
  const page = await context.newPage();
  const requestsWithToken = watchToken(page, token);
  const again = new BookingPage(page);
  await page.goto(url);
  await expect(page.getByText(/^We filled in the details of your last booking\./)).toBeVisible();
  await expect(again.heading('Customer Details')).toBeVisible();
  for (const name of KNOWN) await expect(again.field(name)).toHaveValue(customer[name]);
  await expect(again.sizeOption(customer.dumpsterType)).toBeChecked();
  await expect(again.field('notes')).toHaveValue('');
  await expect(again.field('terms')).not.toBeChecked();
  expect(page.url()).toBe(`${system.running.app}/`);
  await expectAccessibleEverywhere(page, 'the form that a link has filled');

  const next = newCustomer(customer.dumpsterType);
  await again.pickDay(next.deliveryDate);
  await again.field('terms').check();
  await again.continueAndPay();
  const kept = await page.evaluate(() => JSON.stringify([{ ...sessionStorage }, { ...localStorage }]));
  expect(kept).not.toContain(token);
  expect(await requestsWithToken()).toEqual([`POST ${system.running.app}/api/repeat-link token={token}`]);
  await expect.poll(async () => (await mails()).length, { timeout: 30_000 }).toBe(2);

  // Another tab that shows the page takes the link, too.
  await page.goto('about:blank');
  await page.goto(`${system.running.app}/`);
  await page.evaluate((hash) => {
    window.location.hash = hash;
  }, `again=${token}`);
  await expect(page.getByText(/^We filled in the details of your last booking\./)).toBeVisible();
  await again.button('Start empty').click();
  await again.pickRental(customer);
  await expect(again.field('lastName')).toHaveValue('');

  await page.goto('about:blank');
  await page.goto(`${url.slice(0, -1)}x`);
  await expect(page.getByText('This link has ended. You can book here as usual.')).toBeVisible();
  await expect(again.field('lastName')).toHaveValue('');
  await context.close();
});
