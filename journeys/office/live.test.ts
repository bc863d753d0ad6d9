import { expect, type WebSocketRoute } from '@playwright/test';
import { expectAccessible } from '../running/accessible.ts';
import { OFFICE } from '../running/environments.ts';
import { test } from './bookings-desk.ts';

test.use({ environment: OFFICE });

test('the list follows the changes of others, also after its connection was lost, and after the laptop slept', async ({
  office,
  elsewhere,
  admin,
  book,
  customer,
  colleague,
}) => {
  const { page } = office;
  const id = await book(customer);
  const connections: WebSocketRoute[] = [];
  let isOnline = true;
  await page.routeWebSocket('**/api/live', (connection) => {
    if (!isOnline) return void connection.close();
    const server = connection.connectToServer();
    connections.push(connection);
    // A laptop that sleeps has the second connection: nothing arrives on it any more, and it is not closed.
    if (connections.length === 2) server.onMessage(() => undefined);
  });
  await page.clock.install();
  await office.open(`/admin/bookings?search=%23${id}`, admin);
  const row = page.getByRole('row').filter({ hasText: `#${id}` });
  await expect(row).toContainText('Pending');
  await expect.poll(() => connections.length).toBe(1);
  await elsewhere.open(`/admin/bookings/${id}`, await colleague('max', 'admin'));
  // The mark ends after three seconds, so the test looks for it from before the change.
  const marked = page.locator('tr[data-marked]').filter({ hasText: `#${id}` });
  await Promise.all([expect(marked).toContainText('Confirmed'), elsewhere.pickStatus('Confirmed')]);
  await expect(marked).toHaveCount(0);

  isOnline = false;
  await connections[0]?.close();
  await elsewhere.pickStatus('In Transit');
  await expect(elsewhere.toast('Status Updated').last()).toBeVisible();
  isOnline = true;
  await expect(row).toContainText('In Transit');
  await expect.poll(() => connections.length).toBe(2);

  await elsewhere.pickStatus('Confirmed');
  await expect(elsewhere.statusMenu()).toHaveAccessibleDescription(/^Confirmed/);
  await expect(row).toContainText('In Transit');
  await page.clock.fastForward('20:00');
  await expect(row).toContainText('Confirmed');
  await expect.poll(() => connections.length).toBe(3);
});

test('a colleague whom a message mentions sees it under the bell, and opens it by keyboard', async ({
  office,
  elsewhere,
  admin,
  book,
  customer,
  colleague,
}) => {
  const id = await book(customer);
  await elsewhere.open('/admin/bookings', await colleague('nina', 'view_only'));
  await expect(elsewhere.button('Notifications')).toBeVisible();
  await office.open(`/admin/bookings/${id}`, admin);
  const own = office.section('Staff Messages');
  const hers = elsewhere.section('Staff Messages');
  const { keyboard } = office.page;
  await own.getByLabel('New message').focus();
  await keyboard.type('@ni');
  await expect(own.getByRole('option', { name: 'nina Moss @nina' })).toHaveAttribute('aria-selected', 'true');
  await expectAccessible(office.page, 'a message with the list of colleagues', [375, 1280]);
  await keyboard.press('Enter');
  await keyboard.type('the gate is locked');
  await expect(own).toContainText('Notifies nina Moss.');
  await keyboard.press('Control+Enter');
  await expect(own.getByRole('listitem')).toContainText('@nina the gate is locked');
  await expect(own.getByLabel('New message')).toHaveValue('');

  await elsewhere.button('Notifications, 1 new').focus();
  for (const key of ['Enter', 'Tab', 'Enter']) await elsewhere.page.keyboard.press(key);
  await expect(elsewhere.heading(`Booking #${id}`)).toBeVisible();
  await expect(hers.getByRole('listitem')).toContainText('@nina the gate is locked');
  await expect(hers.getByRole('listitem')).toBeFocused();
  await expect(elsewhere.button('Notifications')).toBeVisible();
  await expect(own).toContainText('Read by nina Moss');

  await keyboard.type('Code 4711');
  await keyboard.press('Control+Enter');
  await expect(hers).toContainText('Code 4711');
  const news = elsewhere.page.getByRole('status').filter({ hasText: ' just now' });
  await expect(news).toHaveText('admin wrote a message just now');
  await expectAccessible(elsewhere.page, 'messages on a booking', [375, 1280]);
});
