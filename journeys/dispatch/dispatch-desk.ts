import { expect, type Locator } from '@playwright/test';
import type { Day } from '#domain/shared/days.ts';
import { test as bookings } from '../office/bookings-desk.ts';
import type { OfficePage } from '../office/office-page.ts';
import { signInByApi } from '../office/staff-api.ts';

type Site = { kind: 'yard' | 'disposal'; name: string; lat?: number; lng?: number };
type Resources = { sites: Site[]; trucks?: { name: string; capacity: number }[]; drivers?: string[] };

type Desk = {
  /** Adds sites, trucks, and drivers by their usernames. */
  addResources: (resources: Resources) => Promise<void>;
  /** Twelve jobs: six rentals of one day, each delivered and picked up on it. */
  orderTwelveJobs: (day: Day) => Promise<void>;
};

/** For journeys with a day that the office plans. */
export const test = bookings.extend<Desk>({
  addResources: ({ system, admin, colleague }, use) =>
    use(async ({ sites, trucks = [], drivers = [] }) => {
      const staff = await signInByApi(system.running.app, admin);
      for (const [path, rows] of [
        ['sites', sites],
        ['trucks', trucks],
      ] as const) {
        for (const row of rows) expect((await staff('POST', `/api/admin/${path}`, row)).status).toBe(201);
      }
      for (const username of drivers) await colleague(username, 'driver');
    }),
  orderTwelveJobs: ({ order, newCustomer }, use) =>
    use(async (day) => {
      const sizes = ['15-yard', '15-yard', '20-yard', '20-yard', '30-yard', '30-yard'] as const;
      for (const size of sizes) await order(newCustomer(size), { rentalType: '1-day', deliveryDate: day });
    }),
});

/** Adds a route of a driver and a truck, as the dialog names it, on the open board. Returns its column. */
export async function addRoute(office: OfficePage, { driver, truck }: { driver: string; truck: string }) {
  const { page } = office;
  await office.button('Add route').click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Driver').selectOption(driver);
  await dialog.getByLabel('Truck').selectOption(truck);
  await dialog.getByRole('button', { name: 'Add route' }).click();
  await expect(dialog).toBeHidden();
  return page.getByRole('region', { name: driver });
}

/** Drags the card of an open job, and all that are selected, to the end of a route, which has `count` stops then. */
export async function dragToRoute(card: Locator, { route, count }: { route: Locator; count: number }) {
  const { mouse } = card.page();
  await card.getByRole('link').hover();
  await mouse.down();
  await route.hover({ position: { x: 60, y: 30 } });
  await route.hover({ position: { x: 60, y: 40 } });
  await expect(route).toHaveAttribute('data-drop-into');
  await mouse.up();
  await expect(route.getByRole('time')).toHaveCount(count);
}
