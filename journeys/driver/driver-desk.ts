import { type BrowserContext, devices, expect, type Page } from '@playwright/test';
import type { BoardRoute } from '#contract/dispatch.ts';
import { dayAt } from '#domain/days.ts';
import type { Customer } from '../booking/customer.ts';
import { test as bookings } from '../office/bookings-desk.ts';

type Call = (method: string, path: string, options?: { body?: object; version?: number }) => Promise<unknown>;

export type Dispatcher = {
  call: Call;
  /** The jobs of a booking. */
  deliveryOf: (bookingId: number) => Promise<{ id: number; status: string }>;
  /** Publishes a route of today with these deliveries. */
  publish: (driverId: number, jobIds: number[]) => Promise<BoardRoute>;
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

const { defaultBrowserType: _, ...PHONE } = devices['Pixel 7'];

/** For journeys with a dispatcher and the phone of a driver. */
export const test = bookings.extend<Driving>({
  phoneContext: async ({ browser, system }, use) => {
    const context = await browser.newContext({
      ...PHONE,
      viewport: { width: 360, height: 640 },
      baseURL: system.running.app,
      reducedMotion: 'reduce',
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
      publish: async (driverId, jobIds) => {
        const truck = { name: `Truck of ${driverId}`, plate: '', capacity: 4 };
        const { id: truckId } = (await call('POST', '/api/admin/trucks', { body: truck })) as { id: number };
        const day = today();
        const made = (await call('POST', '/api/dispatch/routes', {
          body: { day, driverId, truckId },
        })) as BoardRoute;
        const { route } = (await call('PUT', `/api/dispatch/routes/${made.id}/stops`, {
          body: { jobIds, addYardStops: false },
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
