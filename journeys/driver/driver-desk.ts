import { type BrowserContext, devices, expect, type Locator, type Page } from '@playwright/test';
import type { BoardRoute, StopInput } from '#contract/dispatch.ts';
import { dayAt } from '#domain/shared/days.ts';
import { SENDING_MARGIN_MS, UNDO_MS } from '#web/driver/outbox/order.ts';
import type { Customer } from '../booking/customer.ts';
import { test as bookings } from '../office/bookings-desk.ts';

type Call = (method: string, path: string, options?: { body?: object; version?: number }) => Promise<unknown>;

export type Dispatcher = {
  call: Call;
  /** The jobs of a booking. */
  deliveryOf: (bookingId: number) => Promise<{ id: number; status: string }>;
  /** Publishes a route of today with these jobs; with a disposal site, after the second one. */
  publish: (driverId: number, jobIds: number[], disposalSiteId?: number) => Promise<BoardRoute>;
};

type Driving = {
  dispatcher: Dispatcher;
  /** A phone in the size for which the page is made. */
  phone: Page;
  phoneContext: BrowserContext;
  /** Delivers to a customer today, paid later. Returns the number of the booking. */
  orderForToday: (customer: Customer, changes?: object) => Promise<number>;
};

const today = () => dayAt(Date.now(), 'America/New_York');

const { defaultBrowserType: _, ...PIXEL } = devices['Pixel 7'];
export const PHONE = { ...PIXEL, viewport: { width: 360, height: 640 }, reducedMotion: 'reduce' } as const;

/** For journeys with a dispatcher and the phone of a driver. */
export const test = bookings.extend<Driving>({
  phoneContext: async ({ browser, system }, use) => {
    const context = await browser.newContext({
      ...PHONE,
      baseURL: system.running.app,
      permissions: ['geolocation'],
      geolocation: { latitude: 42.65, longitude: -73.75 },
    });
    await use(context);
    await context.close();
  },
  phone: async ({ phoneContext }, use) => use(await phoneContext.newPage()),
  orderForToday: ({ order }, use) =>
    use(async (customer, changes) => {
      // Today only: the customers of other journeys come later, and can need both units of a size.
      const rental = { rentalType: '1-day', deliveryDate: today() } as const;
      return (await order({ ...customer, ...rental }, changes)).id;
    }),
  dispatcher: async ({ system, admin }, use) => {
    const { app } = system.running;
    const login = await fetch(`${app}/api/admin/login`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify(admin),
    });
    const [Cookie = ''] = login.headers.getSetCookie().map((cookie) => cookie.split(';')[0] ?? '');
    const call: Call = async (method, path, { body, version } = {}) => {
      const reply = await fetch(app + path, {
        method,
        headers: {
          Cookie,
          ...(body && { 'Content-Type': 'application/json' }),
          ...(version !== undefined && { 'If-Match': `"${version}"` }),
        },
        ...(body && { body: JSON.stringify(body) }),
      });
      const text = await reply.text();
      expect([reply.ok, reply.ok ? '' : text], `${method} ${path}`).toEqual([true, '']);
      return text === '' ? null : JSON.parse(text);
    };
    await use({
      call,
      deliveryOf: async (bookingId) => {
        const jobs = (await call('GET', `/api/jobs?bookingId=${bookingId}`)) as {
          id: number;
          type: string;
          status: string;
        }[];
        return jobs.find(({ type }) => type === 'delivery')!;
      },
      publish: async (driverId, jobIds, disposalSiteId) => {
        const truck = { name: `Truck of ${driverId}`, plate: '', capacity: 4 };
        const { id: truckId } = (await call('POST', '/api/admin/trucks', { body: truck })) as { id: number };
        const day = today();
        const made = (await call('POST', '/api/dispatch/routes', {
          body: { day, driverId, truckId },
        })) as BoardRoute;
        const stops: StopInput[] = jobIds.map((jobId) => ({ jobId }));
        if (disposalSiteId) stops.splice(2, 0, { type: 'disposal', siteId: disposalSiteId });
        const { route } = (await call('PUT', `/api/dispatch/routes/${made.id}/stops`, {
          body: { stops, addYardStops: false },
          version: made.version,
        })) as { route: BoardRoute };
        const published = await call('POST', `/api/dispatch/routes/${made.id}/publish`, {
          body: {},
          version: route.version,
        });
        return published as BoardRoute;
      },
    });
  },
});

const PHOTO = 'web/assets/share.png';

export const DRIVER_PASSWORD = 'quiet truck at noon';

/** A new driver, signed in on the phone by the link that the office sent. Returns the number of the account. */
export async function signInByLink(
  phone: Page,
  { call }: Dispatcher,
  { username, firstName = 'Alex' }: { username: string; firstName?: string },
): Promise<number> {
  const person = { username, firstName, lastName: 'Kim', email: `${username}@example.com` };
  const body = { ...person, role: 'driver', phone: '(555) 010-0199', password: DRIVER_PASSWORD };
  const { id } = (await call('POST', '/api/admin/users', { body })) as { id: number };
  const { url } = (await call('POST', '/api/driver/link', { body: { userId: id } })) as { url: string };
  await phone.goto(url);
  await phone.getByRole('button', { name: 'Sign in on this phone' }).tap();
  await expect(phone.getByRole('heading', { level: 1, name: /^Today/ })).toBeVisible();
  expect(new URL(phone.url()).hash).toBe('');
  return id;
}

/** Takes a photo with the button that opens the camera. */
export async function takePhoto(phone: Page, button: Locator): Promise<void> {
  const camera = phone.waitForEvent('filechooser');
  await button.tap();
  await (await camera).setFiles(PHOTO);
}

/** Takes a photo of 2,400 by 1,800 pixels with EXIF metadata, as the camera of a phone makes it. */
export async function takeCameraPhoto(phone: Page, button: Locator): Promise<void> {
  const drawn = await phone.evaluate(async () => {
    const canvas = new OffscreenCanvas(2400, 1800);
    canvas.getContext('2d')?.fillRect(0, 0, 1200, 900);
    const blob = await canvas.convertToBlob({ type: 'image/jpeg' });
    return [...new Uint8Array(await blob.arrayBuffer())];
  });
  const exif = Buffer.from(`Exif\0\0${EXIF_TEXT}`);
  // After the first marker: a segment with its length.
  const buffer = Buffer.concat([
    Buffer.from(drawn.slice(0, 2)),
    Buffer.from([0xff, 0xe1, 0, exif.length + 2]),
    exif,
    Buffer.from(drawn.slice(2)),
  ]);
  const camera = phone.waitForEvent('filechooser');
  await button.tap();
  await (await camera).setFiles({ name: 'IMG_0001.jpg', mimeType: 'image/jpeg', buffer });
}

export const EXIF_TEXT = 'GPS of the yard';

/**
 * Lets the phone send the last tap, which can be undone for 10 seconds: moves its clock past them. `stored`: what the
 * page shows when it has stored the tap. The clock of the page must be installed.
 */
export async function endUndo(phone: Page, stored: Locator): Promise<void> {
  await expect(stored).toBeVisible();
  await phone.clock.fastForward(UNDO_MS + SENDING_MARGIN_MS);
  // A round of sending that began before has read the earlier time.
  await phone.evaluate(() => window.dispatchEvent(new Event('online')));
}

/** What is not sent: the link below the title. */
export const strip = (phone: Page) =>
  phone.getByRole('banner').getByRole('link', { name: /sent\.|connection\./ });

/** The id by which the browser's tools call the service worker of a scope. */
export async function findWorker(page: Page, scope: string): Promise<string> {
  const devtools = await page.context().newCDPSession(page);
  const registered = Promise.withResolvers<string>();
  devtools.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => {
    const found = registrations.find(({ scopeURL, isDeleted }) => scopeURL === scope && !isDeleted);
    if (found) registered.resolve(found.registrationId);
  });
  await devtools.send('ServiceWorker.enable');
  return registered.promise;
}

/** How many rows each store of the phone has. */
export function storedRows(): Promise<Record<string, number>> {
  return new Promise((resolve) => {
    indexedDB.open('driver').onsuccess = async ({ target }) => {
      const database = (target as IDBOpenDBRequest).result;
      const counts = [...database.objectStoreNames].map(
        (name) =>
          new Promise<[string, number]>((done) => {
            const request = database.transaction(name).objectStore(name).count();
            request.onsuccess = () => done([name, request.result]);
          }),
      );
      resolve(Object.fromEntries(await Promise.all(counts)));
    };
  });
}

/** The paths of what the browser's caches have. */
export async function storedReplies(): Promise<string[]> {
  const paths: string[] = [];
  for (const name of await caches.keys()) {
    const requests = await (await caches.open(name)).keys();
    paths.push(...requests.map(({ url }) => new URL(url).pathname));
  }
  return paths;
}
