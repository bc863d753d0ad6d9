import { expect } from '@playwright/test';
import { addDays, formatDay } from '#domain/shared/days.ts';
import { today } from '../booking/customer.ts';
import { expectAccessibleEverywhere } from '../running/accessible.ts';
import { collectBrowserErrors } from '../running/browser-errors.ts';
import { CHANGES } from '../running/environments.ts';
import { day, openBooking, openChange, parseSequence, pickDay, test, turnTo } from './changes-desk.ts';
import { signInByApi } from './staff-api.ts';

test.use({ environment: CHANGES });

const SOON = { timeout: 30_000 };

test('a unit on site is exchanged by keyboard and by mouse, and stays longer when a booking in the way moves', async ({
  office,
  admin,
  order,
  newCustomer,
  system,
  mailsOf,
}) => {
  const { page } = office;
  const { keyboard } = page;
  const staff = await signInByApi(system.running.app, admin);
  const [customer, other] = [newCustomer('20-yard'), newCustomer('20-yard')];
  const starts = today();
  const { id } = await order({ ...customer, deliveryDate: starts }, { override: ['too_soon'] });
  const jobs = (await staff('GET', `/api/jobs?bookingId=${id}`)).body as { id: number; type: string }[];
  const delivery = jobs.find(({ type }) => type === 'delivery');
  expect((await staff('POST', `/api/jobs/${delivery?.id}/done`, {})).status).toBe(200);
  const browserErrors = collectBrowserErrors(page);
  await openBooking(office, id, admin);
  const dialog = page.getByRole('dialog');

  const exchange = addDays(starts, 2);
  await keyboard.press('x');
  await expect(dialog.locator('[data-day]:focus')).toHaveCount(1);
  await turnTo(page, exchange);
  await expect(page.getByRole('grid')).toHaveAttribute('aria-busy', 'false');
  await day(page, exchange).focus();
  await keyboard.press('Enter');
  await expect(dialog.getByRole('button', { name: /^Exchange on .* and notify Ann$/ })).toBeFocused();
  await expect(dialog).toContainText('$150.00 more');
  await keyboard.press('Enter');
  await expect(office.toast('Exchange Added')).toBeVisible();

  await openChange(page, id, 'Exchange');
  await pickDay(page, addDays(starts, 4));
  await dialog.getByRole('checkbox', { name: 'Notify customer' }).uncheck();
  await office.confirmChange(/^Exchange on [A-Z][a-z]+ \d+$/);
  await expect(office.toast('Exchange Added').last()).toBeVisible();
  type Unit = { id: number; number: string; role: string; startDate: string; endDate: string };
  const unitsOf = async () =>
    ((await staff('GET', `/api/bookings/${id}`)).body as { units: Unit[] }).units.toSorted((a, b) =>
      a.startDate < b.startDate ? -1 : 1,
    );
  const units = await unitsOf();
  expect(units.map(({ role, startDate, endDate }) => [role, startDate, endDate])).toEqual([
    ['first', starts, exchange],
    ['exchange 1', exchange, addDays(starts, 4)],
    ['exchange 2', addDays(starts, 4), addDays(starts, 6)],
  ]);
  const unit = units[2];

  const next = { ...other, deliveryDate: addDays(starts, 9) };
  const { id: inTheWay } = await order(next, { dumpsterId: unit?.id });
  await openChange(page, id, 'Change last day');
  await pickDay(page, addDays(starts, 10));
  const move = dialog.getByRole('button', { name: `Move booking #${inTheWay} of Ann Quarry` });
  await expect(move).toBeVisible();
  await expectAccessibleEverywhere(page, 'a change with a booking in the way');
  await move.click();
  await expect(dialog).toContainText('$80.00 more');
  await office.confirmChange(/^Extend to .* and notify Ann$/);
  await expect(office.toast(`Booking #${inTheWay} moved to `)).toBeVisible();
  expect((await unitsOf())[2]).toMatchObject({ id: unit?.id, endDate: addDays(starts, 10) });
  const { body } = await staff('GET', `/api/bookings/${inTheWay}`);
  expect(body).toMatchObject({ deliveryDate: next.deliveryDate, dumpsterId: expect.any(Number) });
  expect((body as { dumpsterId: number }).dumpsterId).not.toBe(unit?.id);

  await expect.poll(() => mailsOf(customer), SOON).toHaveLength(2);
  const [extended, exchanged] = await mailsOf(customer);
  expect(exchanged?.text).toContain(formatDay(exchange));
  expect(extended?.text).toContain(formatDay(addDays(starts, 10)));
  for (const mail of [extended, exchanged])
    expect(mail?.attachments[0]?.text).toContain(`UID:booking-${id}@`);
  expect(parseSequence(extended)).toBeGreaterThan(parseSequence(exchanged));
  expect(await mailsOf(other)).toEqual([]);
  expect(browserErrors).toEqual([]);
});

test('a change of a colleague and the end of the session keep what was typed in an open dialog', async ({
  office,
  admin,
  book,
  newCustomer,
  colleague,
  system,
  records,
  stripe,
}) => {
  const { page } = office;
  // The page learns of the change and of the end of its session from the refusal of its own call.
  await office.withoutLiveUpdates();
  const customer = newCustomer('15-yard');
  const id = await book(customer);
  const dana = await signInByApi(system.running.app, await colleague('dana', 'admin'));
  await openBooking(office, id, admin);
  const dialog = page.getByRole('dialog').first();

  const moved = addDays(customer.deliveryDate, 1);
  await openChange(page, id, 'Move delivery');
  await pickDay(page, moved);
  const action = dialog.getByRole('button', { name: /^Move to .* and notify Ann$/ });
  await expect(action).toHaveAttribute('aria-disabled', 'false');
  expect((await dana('PATCH', `/api/bookings/${id}/final-price`, { finalPrice: 65_000 })).status).toBe(200);
  await page.setViewportSize({ width: 375, height: 720 });
  await action.click();
  await expect(dialog).toContainText('This booking was changed by dana Moss at ');
  const newer = dialog.getByText('The preview is new: check it, then confirm again.');
  await expect.poll(() => newer.evaluate(isUncovered), 'above the buttons of the dialog').toBe(true);
  await expect(dialog).toContainText('$650.00');
  expect(records.bookingsOf(customer)[0]?.deliveryDate).toBe(customer.deliveryDate);
  await expectAccessibleEverywhere(page, 'a change that is stale');
  await office.confirmChange(/^Move to .* and notify Ann$/);
  await expect(office.toast('Delivery Moved')).toBeVisible();
  expect(records.bookingsOf(customer)[0]?.deliveryDate).toBe(moved);

  await openChange(page, id, 'Cancel booking');
  await dialog.locator('[name=refundAmount]').fill('100');
  await dialog.locator('[name=reason]').fill('The street was closed');
  const cancel = dialog.getByRole('button', { name: /^Cancel booking, refund \$100\.00/ });
  await expect(cancel).toHaveAttribute('aria-disabled', 'false');
  const device = await signInByApi(system.running.app, admin);
  expect((await device('DELETE', '/api/admin/sessions')).status).toBeLessThan(300);
  await cancel.click();
  const again = office.dialog('Log in again');
  await expect(again.getByLabel('Password', { exact: true })).toBeFocused();
  await again.getByLabel('Password', { exact: true }).fill(admin.password);
  await page.keyboard.press('Enter');
  await expect(again).toHaveCount(0);
  await expect(dialog.locator('[name=refundAmount]')).toHaveValue('100');
  await expect(dialog.locator('[name=reason]')).toHaveValue('The street was closed');
  expect(await stripe.refundedTo(customer)).toEqual([]);
  await office.confirmChange(/^Cancel booking, refund \$100\.00 and notify Ann$/);
  await expect(office.statusMenu()).toHaveAccessibleDescription(/^Cancelled/);
  await expect(office.section('History')).toContainText('The street was closed');
  expect(await stripe.refundedTo(customer)).toEqual([10_000]);
});

/** Whether the end of an element is on the screen, and nothing lies above it. */
function isUncovered(element: Element): boolean {
  const { left, bottom } = element.getBoundingClientRect();
  return document.elementFromPoint(left + 1, bottom - 1) === element;
}
