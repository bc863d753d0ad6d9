import { expect } from '@playwright/test';
import { firstRentalEnd } from '#domain/catalog/first-card.ts';
import { addDays, formatWeekday } from '#domain/shared/days.ts';
import { CARDS } from '../booking/booking-page.ts';
import { test } from '../running/journey.ts';
import { mailsTo } from '../running/mailbox.ts';

test('a customer who paid gets a confirmation by e-mail with a calendar file', async ({
  booking,
  customer,
  page,
  runCron,
  system,
}) => {
  const { mailbox } = system.running;
  const mails = () => mailsTo(customer.email, mailbox);
  // The first attempt is refused; the queue retries it.
  await fetch(`${mailbox}/__control/fail-next`, { method: 'POST', body: JSON.stringify({ times: 1 }) });
  await booking.toPayment(customer);
  await booking.payWith(CARDS.good);
  await booking.expectBooked();
  await expect(page.getByText('A confirmation is on its way to you by e-mail.')).toBeVisible();

  await expect.poll(mails, { timeout: 30_000 }).toHaveLength(1);
  await runCron('outbox');
  const [mail, ...others] = await mails();
  expect(others).toEqual([]);
  const lastDay = firstRentalEnd(customer.rentalType, customer.deliveryDate);
  const number = /Booking #(\d+) at/.exec(mail?.subject ?? '')?.[1];
  expect(mail?.text).toContain(`Booking: #${number}\n`);
  expect(mail?.text).toContain(`Delivery date: ${formatWeekday(customer.deliveryDate)}\n`);
  expect(mail?.text).toContain(`Last day: ${formatWeekday(lastDay)}\n`);
  expect(mail?.text).toContain(`Address: ${customer.address}, Albany, NY 12207\nDeposit paid: $425.00\n`);

  const [calendar] = mail?.attachments ?? [];
  expect(calendar).toMatchObject({ filename: `booking-${number}.ics`, type: 'text/calendar' });
  expect(calendar?.text.split('\r\n')).toEqual(
    expect.arrayContaining([
      'BEGIN:VCALENDAR',
      `UID:booking-${number}@localhost`,
      `DTSTART;VALUE=DATE:${customer.deliveryDate.replaceAll('-', '')}`,
      `DTEND;VALUE=DATE:${addDays(lastDay, 1).replaceAll('-', '')}`,
      'END:VCALENDAR',
    ]),
  );

  const terms = new URL(/Terms of Service:\n(\S+)/.exec(mail?.text ?? '')?.[1] ?? '');
  await page.goto(terms.href);
  await expect(page.getByRole('heading', { level: 1, name: 'Terms of Service' })).toBeVisible();
  await expect(page.getByText(`Version ${terms.searchParams.get('version')}`)).toBeVisible();
  terms.searchParams.set('version', '1999');
  expect((await page.goto(terms.href))?.status()).toBe(404);

  await page.goto(mailbox);
  const shown = page.frameLocator('iframe').first();
  await expect(shown.getByRole('cell', { name: `#${number}`, exact: true })).toBeVisible();
});
