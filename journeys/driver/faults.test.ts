import { expect, type Page } from '@playwright/test';
import { DRIVING } from '../running/environments.ts';
import { type Dispatcher, endUndo, signInByLink, storedRows, strip, takePhoto, test } from './driver-desk.ts';

test.use({ environment: DRIVING });

const button = (phone: Page, name: RegExp) => phone.getByRole('button', { name });

/** The office sends a driver another link, and the driver opens it. */
async function openLink(phone: Page, { call }: Dispatcher, userId: number): Promise<void> {
  const { url } = (await call('POST', '/api/driver/link', { body: { userId } })) as { url: string };
  await phone.goto('about:blank');
  await phone.goto(url);
}

/** Who the browser is, for the server. */
const signedInDriver = (phone: Page) =>
  phone.evaluate(async () => {
    const reply = await fetch('/api/driver/routes');
    return ((await reply.json()) as { driver: { id: number } }).driver.id;
  });

/**
 * Lets the browser answer as on a full disk. It checks the quota of the protocol for large files only. Returns a
 * function that ends it.
 */
async function fillStorage(phone: Page): Promise<() => Promise<void>> {
  const add = await phone.evaluateHandle(() => {
    const real = IDBObjectStore.prototype.add;
    IDBObjectStore.prototype.add = () => {
      throw new DOMException('No space left', 'QuotaExceededError');
    };
    return real;
  });
  return () =>
    add.evaluate((real) => {
      IDBObjectStore.prototype.add = real;
    });
}

test('a full phone, an interrupted photo and another driver lose nothing and send nothing twice', async ({
  phone,
  phoneContext,
  dispatcher,
  orderForToday,
  newCustomer,
  records,
}) => {
  test.setTimeout(240_000);
  await phone.clock.install();
  const bookingId = await orderForToday(newCustomer('20-yard'));
  const delivery = await dispatcher.deliveryOf(bookingId);
  const alex = await signInByLink(phone, dispatcher, { username: 'first.driver' });
  await dispatcher.publish(alex, [delivery.id]);
  await phone.getByRole('link', { name: /^Next: stop 1/ }).tap();

  const freeStorage = await fillStorage(phone);
  await button(phone, /^On my way$/).tap();
  const problem = phone.getByRole('alert');
  await expect(problem).toContainText('Not saved: the storage of this phone is full.');
  await expect(problem).toBeInViewport();
  await expect(button(phone, /^On my way$/)).toBeVisible();
  await freeStorage();
  await button(phone, /^On my way$/).tap();
  await button(phone, /^Arrived$/).tap();
  await expect(phone.getByRole('alert')).toHaveCount(0);

  await endUndo(phone, button(phone, /^Photo of the placement$/));
  await expect(strip(phone)).toContainText('All sent.');

  // The connection is lost while the photo is sent, after the server has stored it.
  const photos = /\/api\/driver\/photos\/[^?]+\?/;
  let uploads = 0;
  await phoneContext.route(photos, async (route) => {
    if (route.request().method() !== 'PUT') return route.continue();
    uploads += 1;
    if (uploads > 1) return route.continue();
    await route.fetch();
    return route.abort('connectionreset');
  });
  await takePhoto(phone, button(phone, /^Photo of the placement$/));
  await expect(strip(phone)).toHaveText('1 item waiting to be sent. No connection.');
  expect(records.driverWorkOf(alex)).toEqual({ actions: 2, photos: 1 });
  await phone.evaluate(() => window.dispatchEvent(new Event('online')));
  await expect(strip(phone)).toContainText('All sent.');
  expect([uploads, records.driverWorkOf(alex)]).toEqual([2, { actions: 2, photos: 1 }]);

  await phoneContext.setOffline(true);
  await button(phone, /^Done/).tap();
  await expect(strip(phone)).toHaveText('2 items waiting to be sent. No connection.');
  // A link on the phone of a driver whose work waits.
  await openLink(phone, dispatcher, alex);
  await expect(phone.getByText(/^Alex Kim is signed in on this phone\./)).toBeVisible();
  await expect(phone.getByText(/2 items of Alex Kim are not sent/)).toBeVisible();
  await expect(button(phone, /^Sign in with/)).toHaveCount(0);
  await button(phone, /^Stay signed in as Alex Kim$/).tap();
  await expect(strip(phone)).toHaveText('2 items waiting to be sent. No connection.');

  await dispatcher.call('POST', `/api/admin/users/${alex}/phone-lost`, { body: {} });
  await phoneContext.setOffline(false);
  await expect(phone.getByText('You were signed out on this phone.')).toBeVisible();
  await expect(phone.getByText(/^2 items of Alex Kim are kept on this phone/)).toBeVisible();
  // The customer is not on the phone any more, and what is not sent can be seen without a session.
  expect(await phone.evaluate(storedRows)).toMatchObject({ session: 0, routes: 0, outbox: 2 });
  await phone.getByText('See what is kept').tap();
  await expect(phone.getByText('Waiting to be sent', { exact: true })).toHaveCount(2);
  await expect(phone.getByText(/^A stop of the route/)).toHaveCount(2);

  // Another driver uses the phone, and cannot send them.
  const other = await signInByLink(phone, dispatcher, { username: 'second.driver' });
  await expect(strip(phone)).toContainText('All sent.');
  expect([records.driverWorkOf(other), records.driverWorkOf(alex).actions]).toEqual([
    { actions: 0, photos: 0 },
    2,
  ]);
  await phone.goto('/driver/account');
  await button(phone, /^Sign out$/).tap();
  await expect(phone.getByText(/^2 items of Alex Kim are kept on this phone/)).toBeVisible();
  await openLink(phone, dispatcher, alex);
  await button(phone, /^Sign in on this phone$/).tap();
  await expect(strip(phone)).toContainText('All sent.');
  expect(records.driverWorkOf(alex)).toEqual({ actions: 4, photos: 1 });
  expect(await dispatcher.deliveryOf(bookingId)).toMatchObject({ status: 'done' });

  // The other driver's link: the route of the first one leaves the phone.
  await openLink(phone, dispatcher, other);
  await button(phone, /^Sign in with the link$/).tap();
  await expect(phone.getByText('No route for today yet.')).toBeVisible();
  expect(await signedInDriver(phone)).toBe(other);
  expect(await phone.evaluate(storedRows)).toEqual({ session: 1, routes: 1, outbox: 0, photos: 0 });
});
