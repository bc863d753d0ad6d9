import { expect } from '@playwright/test';
import { addDays, type Day, formatDay } from '#domain/shared/days.ts';
import { expectAccessibleEverywhere } from '../running/accessible.ts';
import { collectBrowserErrors } from '../running/browser-errors.ts';
import { CatalogDesk } from '../running/catalog-desk.ts';
import { CHANGES } from '../running/environments.ts';
import { countInputs } from '../running/input-count.ts';
import { day, openBooking, openChange, parseSequence, pickDay, test } from './changes-desk.ts';

test.use({ environment: CHANGES });

const SOON = { timeout: 30_000 };
const basic = (date: Day) => date.replaceAll('-', '');

test('by keyboard: a delivery moves two days, and a week is added, each in a few keys', async ({
  office,
  admin,
  book,
  newCustomer,
  records,
  stripe,
  mailsOf,
}) => {
  const { page } = office;
  const { keyboard } = page;
  const customer = newCustomer('15-yard');
  const id = await book(customer);
  const browserErrors = collectBrowserErrors(page);
  await openBooking(office, id, admin);
  const moved = addDays(customer.deliveryDate, 2);
  const counted = await countInputs(page);

  await keyboard.press('m');
  await expect(day(page, customer.deliveryDate)).toBeFocused();
  await keyboard.press('ArrowRight');
  await keyboard.press('ArrowRight');
  await keyboard.press('Enter');
  await expect(page.getByRole('button', { name: /^Move to .* and notify Ann$/ })).toBeFocused();
  await keyboard.press('Enter');
  await expect(office.toast('Delivery Moved')).toBeVisible();
  const { actions: reschedule } = await counted();
  expect(reschedule).toBeLessThanOrEqual(6);
  const [record] = records.bookingsOf(customer);
  expect([record?.deliveryDate, record?.schedule]).toEqual([
    moved,
    [{ unitType: '15-yard', startDate: moved, endDate: addDays(moved, 6) }],
  ]);

  await expect(office.section('Rental Details')).toContainText(formatDay(moved));
  await keyboard.press('e');
  await expect(day(page, addDays(moved, 6))).toBeFocused();
  await keyboard.press('ArrowDown');
  await keyboard.press('Enter');
  const dialog = office.dialog('Change last day');
  await expect(dialog.getByRole('button', { name: /^Extend to .* and notify Ann$/ })).toBeFocused();
  await expect(dialog).toContainText('$140.00 more');
  await keyboard.press('Enter');
  await expect(office.toast('Last Day Changed')).toBeVisible();
  expect((await counted()).actions - reschedule).toBeLessThanOrEqual(5);
  expect(records.bookingsOf(customer)[0]?.schedule).toEqual([
    { unitType: '15-yard', startDate: moved, endDate: addDays(moved, 13) },
  ]);
  expect(await stripe.chargedTo(customer)).toEqual([42_500]);

  await expect.poll(() => mailsOf(customer), SOON).toHaveLength(2);
  const [extended, rescheduled] = await mailsOf(customer);
  expect(rescheduled?.text).toContain(formatDay(moved));
  expect(extended?.text).toContain(formatDay(addDays(moved, 13)));
  for (const mail of [extended, rescheduled]) {
    const file = mail?.attachments[0]?.text ?? '';
    expect(file).toContain(`UID:booking-${id}@`);
    expect(file).toContain(`DTSTART;VALUE=DATE:${basic(moved)}`);
  }
  expect(parseSequence(extended)).toBeGreaterThan(parseSequence(rescheduled));
  expect(parseSequence(rescheduled)).toBeGreaterThan(0);
  expect(browserErrors).toEqual([]);
});

test('by mouse: a rental is shortened, which ends its payment link, and gets another size without an e-mail', async ({
  office,
  admin,
  book,
  newCustomer,
  records,
  mailsOf,
}) => {
  const { page } = office;
  const customer = newCustomer('15-yard');
  const id = await book(customer);
  await openBooking(office, id, admin);
  await office.field('finalPrice').fill('600');
  await office.button('Update the final price').click();
  await expect(office.toast('Final Price Updated')).toBeVisible();

  const counted = await countInputs(page);
  await openChange(page, id, 'Change last day');
  const last = addDays(customer.deliveryDate, 8);
  await pickDay(page, last);
  await office.confirmChange(/^Extend to .* and notify Ann$/);
  await expect(office.toast('Last Day Changed')).toBeVisible();
  expect((await counted()).actions).toBeLessThanOrEqual(5);
  await expect(office.section('Actions')).toContainText('Current final price$640.00');

  await office.button('Send payment link').click();
  await expect(office.toast('Payment Link Sent')).toBeVisible();
  await openChange(page, id, 'Change last day');
  await pickDay(page, addDays(last, -1));
  const dialog = office.dialog('Change last day');
  await expect(dialog).toContainText('The payment link for $215.00 ends.');
  await expect(dialog).toContainText('$20.00 less');
  await office.confirmChange(/^Shorten to .* and notify Ann$/);
  await expect(office.toast('The payment link for $215.00 has ended.')).toBeVisible();
  await expect(office.section('History')).toContainText(/[Pp]ayment link .*ended/);
  await expect.poll(() => mailsOf(customer), SOON).toHaveLength(2);

  await openChange(page, id, 'Change size');
  await page.getByRole('radio', { name: '20-Yard' }).check();
  await page.getByRole('dialog').getByRole('checkbox', { name: 'Notify customer' }).uncheck();
  await office.confirmChange(/^Change to 20-Yard$/);
  await expect(office.section('Rental Details')).toContainText('20-Yard');
  const [record] = records.bookingsOf(customer);
  expect([record?.dumpsterType, record?.schedule[0]?.unitType]).toEqual(['20-yard', '20-yard']);

  await page.keyboard.press('r');
  await expect(page.getByRole('radio', { name: '7-Day Rental booked now' })).toBeFocused();
  await page.keyboard.press('ArrowDown');
  await expect(page.getByRole('button', { name: /^Change to 30-Day Rental/ })).toHaveAttribute(
    'aria-disabled',
    'false',
  );
  await page.keyboard.press('Enter');
  await expect(office.toast('Rental Changed')).toBeVisible();
  await expect(office.section('Rental Details')).toContainText('30-Day Rental');
  await expect.poll(() => mailsOf(customer), SOON).toHaveLength(3);
});

test('a closed day asks for an exception, and a day without a unit offers the next free one', async ({
  office,
  admin,
  book,
  newCustomer,
  records,
  system,
}) => {
  const { page } = office;
  const first = newCustomer('10-yard');
  await book(first);
  const second = newCustomer('10-yard');
  const id = await book(second);
  const closed = addDays(second.deliveryDate, 2);
  const owner = await CatalogDesk.open(system.running.app, admin);
  await owner.closeDay(closed, 'Inventory day of the yard');
  await openBooking(office, id, admin);

  await openChange(page, id, 'Move delivery');
  await pickDay(page, addDays(first.deliveryDate, 1));
  const dialog = office.dialog('Move delivery');
  await expect(dialog.getByRole('button', { name: /^Use / }).first()).toBeVisible();
  await pickDay(page, closed);
  const exception = dialog.getByRole('checkbox', { name: /closed day/ });
  await expect(exception).toBeVisible();
  await expectAccessibleEverywhere(page, 'a change with an exception');
  await exception.check();
  await office.confirmChange(/^Move to .* and notify Ann$/);
  await expect(office.toast('Delivery Moved')).toBeVisible();
  expect(records.bookingsOf(second)[0]?.deliveryDate).toBe(closed);
  await expect(office.section('History')).toContainText('Calendar rules overridden');
});

test('a cancellation refunds what the policy proposes and removes the entry from the calendar', async ({
  office,
  admin,
  book,
  newCustomer,
  records,
  stripe,
  mailsOf,
}) => {
  const { page } = office;
  const customer = newCustomer('20-yard');
  const id = await book(customer);
  const browserErrors = collectBrowserErrors(page);
  await openBooking(office, id, admin);
  await openChange(page, id, 'Cancel booking');
  const dialog = office.dialog(`Cancel booking #${id}?`);
  await expect(dialog).toContainText('Proposed refund: $425.00.');
  await dialog.locator('[name=refundAmount]').fill('400');
  await dialog.getByRole('button', { name: /^Cancel booking, refund \$400\.00/ }).click();
  await expect(dialog).toContainText('Enter why the refund differs from the agreed policy');
  await expectAccessibleEverywhere(page, 'a cancellation');
  await dialog.locator('[name=reason]').fill('The truck had left the yard');
  await office.confirmChange(/^Cancel booking, refund \$400\.00 and notify Ann$/);
  await expect(office.toast('$400.00 refunded.')).toBeVisible();
  await expect(office.button('Undo')).toHaveCount(0);
  await expect(office.statusMenu()).toHaveAccessibleDescription(/^Cancelled/);
  await expect(office.section('History')).toContainText('The truck had left the yard');
  await expect(page.getByRole('button', { name: `Change booking #${id}` })).toHaveCount(0);
  expect(await stripe.refundedTo(customer)).toEqual([40_000]);
  expect(records.bookingsOf(customer)[0]?.schedule).toEqual([]);
  await expect.poll(() => mailsOf(customer), SOON).toHaveLength(1);
  const [mail] = await mailsOf(customer);
  const file = mail?.attachments[0]?.text ?? '';
  for (const line of ['METHOD:CANCEL', 'STATUS:CANCELLED']) expect(file).toContain(line);
  expect(file).toContain(`UID:booking-${id}@`);
  expect(parseSequence(mail)).toBeGreaterThan(0);
  expect(browserErrors).toEqual([]);
});

test('with the other hand: the rental by mouse; a smaller size, fewer days and a cancellation by keyboard', async ({
  office,
  admin,
  order,
  newCustomer,
  records,
  mailsOf,
}) => {
  const { page } = office;
  const { keyboard } = page;
  const customer = newCustomer('20-yard');
  const { id } = await order(customer);
  const browserErrors = collectBrowserErrors(page);
  await openBooking(office, id, admin);
  const button = (name: RegExp) => page.getByRole('dialog').getByRole('button', { name });

  await openChange(page, id, 'Change rental');
  await page.getByRole('radio', { name: '30-Day Rental' }).check();
  await office.confirmChange(/^Change to 30-Day Rental and notify Ann$/);
  await expect(office.toast('Rental Changed')).toBeVisible();
  await expect(office.section('Rental Details')).toContainText('30-Day Rental');

  await keyboard.press('s');
  await expect(page.getByRole('radio', { name: '20-Yard' })).toBeFocused();
  await keyboard.press('ArrowUp');
  await expect(button(/^Change to 15-Yard and notify Ann$/)).toHaveAttribute('aria-disabled', 'false');
  await keyboard.press('Enter');
  await expect(office.toast('Size Changed')).toBeVisible();
  await expect(office.section('Rental Details')).toContainText('15-Yard');

  const last = addDays(customer.deliveryDate, 29);
  await keyboard.press('e');
  await expect(day(page, last)).toBeFocused();
  await keyboard.press('ArrowUp');
  await keyboard.press('Enter');
  await expect(button(/^Shorten to .* and notify Ann$/)).toBeFocused();
  await keyboard.press('Enter');
  await expect(office.toast('Last Day Changed')).toBeVisible();
  expect(records.bookingsOf(customer)[0]?.schedule).toEqual([
    { unitType: '15-yard', startDate: customer.deliveryDate, endDate: addDays(last, -7) },
  ]);

  await expect.poll(() => mailsOf(customer), SOON).toHaveLength(3);
  const sequences = (await mailsOf(customer)).map(parseSequence);
  expect(sequences).toEqual(sequences.toSorted((a, b) => b - a));
  expect(new Set(sequences).size).toBe(3);

  await expect(office.section('Rental Details')).toContainText(formatDay(addDays(last, -7)));
  // A pointer that moves over an item gives it the focus.
  await page.mouse.move(0, 0);
  await page.getByRole('button', { name: `Change booking #${id}` }).focus();
  await keyboard.press('ArrowUp');
  // By the focus, so that a failure names what has it.
  await expect(page.locator(':focus')).toHaveAccessibleName(/^Cancel booking/);
  await keyboard.press('Enter');
  await expect(office.dialog(`Cancel booking #${id}?`)).toContainText('Nothing is left to refund.');
  await expect(button(/^Cancel booking and notify Ann$/)).toHaveAttribute('aria-disabled', 'false');
  await button(/^Cancel booking/).press('Enter');
  await expect(office.statusMenu()).toHaveAccessibleDescription(/^Cancelled/);
  expect(records.bookingsOf(customer)[0]).toMatchObject({ status: 'cancelled', schedule: [], ledger: [] });
  expect(browserErrors).toEqual([]);
});
