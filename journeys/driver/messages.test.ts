import { expect } from '@playwright/test';
import { expectAccessibleEverywhere } from '../running/accessible.ts';
import { collectBrowserErrors } from '../running/browser-errors.ts';
import { DRIVING } from '../running/environments.ts';
import { signInByLink, strip, test } from './driver-desk.ts';
import { expectReadableAtArmsLength } from './phone-checks.ts';

test.use({ environment: DRIVING });

test('a driver and the office write to each other, also while the phone has no connection', async ({
  phone,
  phoneContext,
  office,
  admin,
  dispatcher,
  orderForToday,
  newCustomer,
}) => {
  test.setTimeout(240_000);
  const { page } = office;
  const browserErrors = [collectBrowserErrors(page), collectBrowserErrors(phone)];
  const bookingId = await orderForToday(newCustomer('20-yard'));
  const delivery = await dispatcher.deliveryOf(bookingId);
  const person = { username: 'writing.driver', firstName: 'Sam' };
  const driverId = await signInByLink(phone, dispatcher, person);
  const { day } = await dispatcher.publish(driverId, [delivery.id]);
  await office.open(`/admin/dispatch?day=${day}`, admin);
  const column = page.getByRole('region', { name: 'Sam Kim' });
  await expect(column.getByRole('button', { name: /^Message the driver ?, Sam Kim$/ })).toBeVisible();

  // Without coverage: one tap at the stop, and a text about the route.
  await phone.getByRole('link', { name: /^Next: stop 1/ }).tap();
  await expect(phone.getByRole('heading', { level: 1, name: /^Stop 1/ })).toBeVisible();
  await phoneContext.setOffline(true);
  await phone.getByRole('link', { name: 'Message the office' }).tap();
  await phone.getByRole('button', { name: 'No access' }).tap();
  const items = phone.getByRole('region', { name: /^Messages/ }).getByRole('listitem');
  await expect(items).toHaveCount(1);
  await expect(items.first()).toContainText('Waiting to be sent');
  await phone.getByRole('link', { name: 'Back to the stop' }).tap();
  await phone.getByRole('link', { name: 'Back to the route' }).tap();
  await phone.getByRole('link', { name: 'Message the office' }).tap();
  await phone.getByLabel('Or write').fill('The gate code of this morning is wrong');
  await phone.getByRole('button', { name: 'Send', exact: true }).tap();
  await expect(phone.getByLabel('Or write')).toHaveValue('');
  await expect(items).toHaveText([/The gate code/, /No access/]);
  await expectReadableAtArmsLength(phone, 'the messages of the phone');
  await expect(strip(phone)).toHaveText('2 items waiting to be sent. No connection.');
  // Closing the page loses nothing.
  await phone.reload();
  await expect(items).toHaveCount(2);
  await phoneContext.setOffline(false);
  await expect(items.last()).toContainText('. Sent');

  // The office sees both on the route and below the bell, in their order, and answers.
  const news = column.getByRole('button', { name: /^2 new messages of Sam Kim/ });
  await expect(news).toContainText('The gate code');
  await page.getByRole('button', { name: 'Notifications, 2 new' }).click();
  await page.getByRole('link', { name: /Driver Sam Kim, booking/ }).click();
  const dialog = page.getByRole('dialog', { name: 'Messages with Sam Kim' });
  await expect(dialog.getByRole('listitem')).toHaveText([/No access/, /The gate code/]);
  await expectAccessibleEverywhere(page, 'messages with a driver', [375, 1280]);
  await expect(phone.getByText(/Read by the office$/)).toHaveCount(2, { timeout: 40_000 });

  // The answer arrives while the driver is at the stop, and stays until it is read.
  await phone.goto('/driver');
  await dialog.getByLabel('About').selectOption({ index: 1 });
  await dialog.getByRole('button', { name: 'Wait there' }).click();
  await expect(dialog.getByText('Not read by the driver yet')).toBeVisible();
  const notice = phone.getByRole('status').filter({ hasText: 'Wait there' });
  await expect(notice).toBeVisible();
  await expectAccessibleEverywhere(phone, 'an answer of the office', [360]);
  await phone.setViewportSize({ width: 360, height: 640 });
  await phone.reload();
  await expect(notice).toBeVisible();
  await phoneContext.setOffline(true);
  await phone.getByRole('button', { name: 'OK, read' }).tap();
  await expect(notice).toHaveCount(0);
  await phoneContext.setOffline(false);
  await expect(dialog.getByText(/^Read by Sam Kim/)).toBeVisible({ timeout: 40_000 });
  await dialog.getByRole('button', { name: 'Close', exact: true }).click();
  await expect(column.getByRole('button', { name: /^3 messages ?, Sam Kim$/ })).toBeVisible();

  // What is about the stop is on the booking.
  await page.goto(`/admin/bookings/${bookingId}`);
  const card = page.getByRole('region', { name: 'Staff Messages' });
  await expect(card.getByRole('listitem')).toHaveText([/No access/, /Wait there/]);
  await card.getByRole('link', { name: 'From the driver: answer on the board' }).click();
  await expect(dialog.getByRole('listitem')).toHaveCount(3);
  expect(
    browserErrors.flat().filter((error) => !/ERR_INTERNET_DISCONNECTED|401|WebSocket/.test(error)),
  ).toEqual([]);
});
