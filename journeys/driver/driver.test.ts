import { expect, type Page } from '@playwright/test';
import { SYNC_TAG } from '#web/driver/outbox/background.ts';
import { expectAccessible, expectAccessibleEverywhere } from '../running/accessible.ts';
import { collectBrowserErrors } from '../running/browser-errors.ts';
import {
  DRIVER_PASSWORD,
  findWorker,
  signInByLink,
  storedReplies,
  storedRows,
  strip,
  takePhoto,
  test,
} from './driver-desk.ts';

test('a driver completes a route without coverage, and everything arrives when the phone is online again', async ({
  phone,
  phoneContext,
  dispatcher,
  orderForToday,
  newCustomer,
  system,
}) => {
  test.setTimeout(240_000);
  const browserErrors = collectBrowserErrors(phone);
  const [first, second] = [newCustomer('20-yard'), newCustomer('20-yard')];
  const bookingIds = [
    await orderForToday(first, { placement: 'Left of the garage' }),
    await orderForToday(second),
  ];
  const jobs = await Promise.all(bookingIds.map(dispatcher.deliveryOf));
  const driverId = await signInByLink(phone, dispatcher, { username: 'offline.driver' });
  await expect(phone.getByText('No route for today yet.')).toBeVisible();
  const route = await dispatcher.publish(
    driverId,
    jobs.map(({ id }) => id),
  );
  const card = phone.getByRole('listitem').filter({ hasText: first.lastName }).first();
  await expect(card.getByRole('link', { name: /^Call/ })).toHaveAttribute('href', /^tel:/);
  await expect(card.getByRole('link', { name: /^Navigate/ })).toHaveAttribute('href', /^geo:/);
  await expectAccessibleEverywhere(phone, 'the list of stops', [360]);
  await phone.setViewportSize({ width: 360, height: 640 });
  await phone.evaluate(() => navigator.serviceWorker.ready);
  await expectInstallable(phone);

  await phoneContext.setOffline(true);
  await phone.reload();
  await card.getByRole('heading', { level: 2 }).getByRole('link').tap();
  await expect(phone.getByText('Left of the garage')).toBeVisible();
  const primary = (name: RegExp) => phone.getByRole('button', { name });
  // The second tap of a double tap does not use the next verb.
  await primary(/^On my way$/).dblclick();
  await primary(/^Arrived$/).tap();
  await expect(phone.getByText('Missing: a photo of the placement.')).toBeVisible();
  await takePhoto(phone, primary(/^Photo of the placement$/));
  await expect(phone.getByText('Nothing is missing.')).toBeVisible();
  await expect(phone.getByRole('img', { name: 'Photo of the placement' })).toBeVisible();
  await expectAccessibleEverywhere(phone, 'a stop', [360]);
  await phone.setViewportSize({ width: 360, height: 640 });
  await primary(/^Done/).tap();
  await expect(strip(phone)).toHaveText('5 items waiting to be sent. No connection.');
  expect(await dispatcher.deliveryOf(bookingIds[0] ?? 0)).toMatchObject({ status: 'planned' });

  // Closing the tab loses nothing, and signing out would.
  await phone.goto('/driver/account');
  await expect(phone.getByRole('button', { name: 'Sign out' })).toBeDisabled();
  await expect(phone.getByText('You cannot sign out yet: 5 items are not sent.')).toBeVisible();
  await phone.evaluate(() => {
    document.documentElement.dataset.theme = 'sun';
  });
  await expectAccessible(phone, 'the settings in the sun', [360]);
  await phone.close();
  const reopened = await phoneContext.newPage();
  browserErrors.push(...collectBrowserErrors(reopened));
  await reopened.goto('/driver/outbox');
  await expect(reopened.getByText('Waiting to be sent', { exact: true })).toHaveCount(5);
  await expectAccessible(reopened, 'the outbox', [360]);

  // The service worker sends them when the connection is back, with the page closed.
  await reopened.goto('about:blank');
  await phoneContext.setOffline(false);
  await dispatchSync(reopened, system.running.app);
  await expect.poll(() => dispatcher.deliveryOf(bookingIds[0] ?? 0)).toMatchObject({ status: 'done' });
  // Changes of the office reach the page from then on.
  const live = reopened.waitForEvent('websocket');
  await reopened.goto('/driver/outbox');
  await live;
  await expect(reopened.getByText('Everything that you recorded is at the office.')).toBeVisible();
  await expect(strip(reopened)).toContainText('All sent.');

  // The service worker stores the page, and nothing of a customer.
  const cached = await reopened.evaluate(storedReplies);
  expect([cached.length > 0, cached.filter((path) => path.startsWith('/api'))]).toEqual([true, []]);

  // The office takes the other stop away while its page is open.
  await reopened.getByRole('link', { name: 'Back to the route' }).tap();
  await reopened.getByRole('link', { name: /^Next: stop 2/ }).tap();
  await expect(reopened.getByRole('heading', { level: 1, name: /^Stop 2/ })).toBeVisible();
  await expect(reopened.getByRole('heading', { level: 2, name: second.lastName })).toBeVisible();
  await reopened.getByRole('link', { name: 'Unable to complete' }).tap();
  await reopened.getByLabel('Note').fill('A dog');
  const { routes } = (await dispatcher.call('GET', `/api/dispatch?day=${route.day}`)) as {
    routes: { id: number; version: number }[];
  };
  const now = routes.find(({ id }) => id === route.id)!;
  await dispatcher.call('PUT', `/api/dispatch/routes/${route.id}/stops`, {
    body: { jobIds: [] },
    version: now.version,
  });
  // A form that is open then keeps what is typed, and says so.
  await expect(reopened.getByText(/What you record here is kept, and the office gets it\./)).toBeVisible();
  await expect(reopened.getByLabel('Note')).toHaveValue('A dog');
  await reopened.getByRole('link', { name: 'Back to the stop' }).tap();
  await expect(reopened.getByText('The office moved or removed this stop.')).toBeVisible();
  await reopened.getByRole('button', { name: 'Open your route' }).tap();
  await expect(reopened.getByText(/: removed, was stop 2$/)).toBeVisible();
  await reopened.goto('/driver/account');
  await reopened.getByRole('button', { name: 'Sign out' }).tap();
  await expect(reopened.getByRole('button', { name: 'Sign in' })).toBeVisible();
  expect(await reopened.evaluate(storedRows)).toEqual({ session: 0, routes: 0, outbox: 0, photos: 0 });

  // The login of the office leads drivers to their page.
  await reopened.goto('/admin/login');
  await reopened.locator('[name=username]').fill('offline.driver');
  await reopened.locator('[name=password]').fill(DRIVER_PASSWORD);
  await reopened.getByRole('button', { name: 'Log in' }).tap();
  await expect(strip(reopened)).toContainText('All sent.');
  expect(new URL(reopened.url()).pathname).toBe('/driver');
  expect(browserErrors.filter((error) => !/ERR_INTERNET_DISCONNECTED|401/.test(error))).toEqual([]);
});

/** The browser finds nothing in the manifest that prevents installing the page. */
async function expectInstallable(phone: Page): Promise<void> {
  const devtools = await phone.context().newCDPSession(phone);
  const { url, errors } = await devtools.send('Page.getAppManifest');
  expect([new URL(url).pathname, errors]).toEqual(['/driver.webmanifest', []]);
  const { installabilityErrors } = await devtools.send('Page.getInstallabilityErrors');
  const found = installabilityErrors.map(({ errorId }) => errorId);
  // Journeys run in a private window, from which nothing is installed.
  expect(found.filter((id) => id !== 'in-incognito')).toEqual([]);
  await devtools.detach();
}

/** What the browser does when the connection is back: the sync event that the page has requested. */
async function dispatchSync(page: Page, origin: string): Promise<void> {
  const registrationId = await findWorker(page, `${origin}/driver`);
  const devtools = await page.context().newCDPSession(page);
  await devtools.send('ServiceWorker.enable');
  await devtools.send('ServiceWorker.dispatchSyncEvent', {
    origin,
    registrationId,
    tag: SYNC_TAG,
    lastChance: false,
  });
}
