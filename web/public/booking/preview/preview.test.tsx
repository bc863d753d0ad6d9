import { QueryClientProvider } from '@tanstack/react-query';
import { cleanup, render, screen } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import type { CatalogDraft } from '#contract/catalog-draft.ts';
import { addDays, dayAt, weekdayOf } from '#domain/shared/days.ts';
import { createQueryClient } from '#web/api/query-client.ts';
import { tabStorage } from '#web/kit/ui/browser/storage.ts';
import { PRICED_CATALOG } from '#web/public/booking/test/priced-catalog.ts';
import { FIRST_CATALOG } from '#web/public/booking/test/samples.ts';
import { CATALOG_DRAFT } from '#web/test/office-catalog.ts';
import { PreviewPage } from './PreviewPage.tsx';
import { makePreviewFetch } from './preview-fetch.ts';

const {
  rentalOptions,
  dumpsterSizes,
  materials,
  projectPresets,
  rates,
  chargeItems,
  area,
  taxRules,
  ...rest
} = PRICED_CATALOG;
const SECTIONS = {
  rentalOptions,
  dumpsterSizes,
  materials,
  projectPresets,
  rates,
  chargeItems,
  area,
  taxRules,
  calendar: rest.calendar,
  policy: rest.policy,
};
const DRAFT: CatalogDraft = { ...CATALOG_DRAFT, id: 9, sections: SECTIONS };
const TODAY = dayAt(Date.now(), FIRST_CATALOG.timeZone);
const CLOSED = nextWorkday(addDays(TODAY, 10));
const ZONE = { served: true, zone: { id: 'hills', name: 'Hill towns', surcharge: 4_500 } };

/** The next day that is no Sunday, on which this firm is closed. */
function nextWorkday(day: string): string {
  return weekdayOf(day) === 0 ? addDays(day, 1) : day;
}

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

/** Shows the preview with what the server answers by path. Returns the calls that reach the server. */
function show(changes: Record<string, () => Response> = {}) {
  const replies: Record<string, () => Response> = {
    '/api/admin/catalog/draft': () => Response.json(DRAFT),
    '/api/admin/catalog/differences': () => Response.json(differences([])),
    '/api/catalog': () => Response.json(FIRST_CATALOG),
    '/api/admin/blackout-days': () => Response.json([{ day: CLOSED, reason: 'Inventory', bookings: 0 }]),
    '/api/admin/catalog/draft/service-area': () => Response.json(ZONE),
    ...changes,
  };
  const calls: string[] = [];
  const { fetch, answerFrom } = makePreviewFetch(async (input, init) => {
    const { pathname } = new URL(String(input), window.location.origin);
    calls.push(`${init?.method ?? 'GET'} ${pathname}`);
    return replies[pathname]?.() ?? Response.json({}, { status: 404 });
  });
  vi.stubGlobal('fetch', fetch);
  window.matchMedia = () => ({ matches: false, addEventListener() {}, removeEventListener() {} }) as never;
  render(
    <QueryClientProvider client={createQueryClient()}>
      <PreviewPage onDraft={answerFrom} />
    </QueryClientProvider>,
  );
  return { calls, ask: async (path: string) => (await fetch(path)).json(), fetch };
}

const differences = (issues: { path: string; message: string }[]) => ({
  baseId: 1,
  publishedId: 1,
  isSuperseded: false,
  differences: [],
  issues,
  brokenBookings: [],
  brokenBookingsCount: 0,
  overfullDays: [],
  sizesWithoutUnits: [],
});

test('shows the page with the prices of the draft and the business of today, and a sign', async () => {
  show();
  expect(await screen.findByRole('button', { name: 'Select 7-Day Rental' })).toBeTruthy();
  expect(screen.getByText('$399')).toBeTruthy();
  expect(screen.getByText('Preview of the draft: nothing can be booked')).toBeTruthy();
  expect(document.title).toBe(`Preview of the draft | ${FIRST_CATALOG.business.name}`);
});

test('the rules of the draft and the closed days decide on which days a rental begins', async () => {
  const { ask, calls } = show();
  await screen.findByRole('button', { name: 'Select 7-Day Rental' });
  const month = CLOSED.slice(0, 7);
  const days = await ask(`/api/unavailable-dates?rentalType=7-day&dumpsterType=10-yard&month=${month}`);
  expect(days.reasons[CLOSED]).toBe('closed');
  const sundays = days.dates.filter((day: string) => day > CLOSED && weekdayOf(day) === 0);
  expect(sundays.every((day: string) => days.reasons[day] === 'closed')).toBe(true);
  expect(days.dates).not.toContain(nextWorkday(addDays(CLOSED, 1)));
  const next = await ask(`/api/next-available-date/7-day?dumpsterType=10-yard&from=${CLOSED}&daysBefore=6`);
  expect(next.nextAvailableDate).toBe(nextWorkday(addDays(CLOSED, 1)));
  expect(next.previousAvailableDate < CLOSED).toBe(true);
  expect(await ask('/api/available-dumpster-types')).toMatchObject([
    { available: true, count: 1 },
    {},
    {},
    {},
  ]);
  const sizes = await ask(`/api/available-dumpster-types?rentalType=7-day&deliveryDate=${CLOSED}`);
  expect(sizes[0]).toMatchObject({ available: false, count: 0, reason: 'closed' });
  expect(calls.some((call) => /available|unavailable/.test(call))).toBe(false);
});

test('the ZIP code is looked up in the draft, and a street permit takes its days', async () => {
  const { ask, calls } = show();
  await screen.findByRole('button', { name: 'Select 7-Day Rental' });
  const answer = { served: true, zone: 'hills', surcharge: 4_500, message: null };
  expect(await ask('/api/service-area?zip=12401')).toEqual(answer);
  expect(calls.at(-1)).toBe('GET /api/admin/catalog/draft/service-area');
  const first = async (place: string) =>
    (await ask(`/api/next-available-date/7-day?dumpsterType=10-yard${place}`)).nextAvailableDate;
  const street = await first('&zip=12401&placementType=street');
  expect(street > (await first(''))).toBe(true);
});

test('a ZIP code that the draft does not serve gets the refusal of customers', async () => {
  const { ask } = show({
    '/api/admin/catalog/draft/service-area': () => Response.json({ served: false, zone: null }),
  });
  await screen.findByRole('button', { name: 'Select 7-Day Rental' });
  const { served, message } = await ask('/api/service-area?zip=99999');
  expect([served, message]).toEqual([
    false,
    expect.stringContaining(`do not deliver to 99999 yet. Please call us at ${FIRST_CATALOG.business.phone}`),
  ]);
});

test('no call that could create or count something reaches the server', async () => {
  const { fetch, calls } = show();
  await screen.findByRole('button', { name: 'Select 7-Day Rental' });
  const before = calls.length;
  for (const [method, path] of [
    ['POST', '/api/create-payment-intent'],
    ['POST', '/api/booking-status'],
    ['PUT', '/api/admin/catalog/draft/rates'],
    ['DELETE', '/api/admin/catalog/draft'],
    ['GET', '/api/bookings'],
    ['GET', 'https://api.stripe.com/v1/payment_intents'],
  ]) {
    const reply = await fetch(String(path), { method: String(method) });
    expect([reply.status, (await reply.json()).code]).toEqual([403, 'forbidden']);
  }
  expect(calls.length).toBe(before);
});

test('a draft that cannot be published lists what is missing', async () => {
  const message = '15-Yard, 7-Day: the deposit of $900 is above the price of $450';
  show({
    '/api/admin/catalog/differences': () =>
      Response.json(differences([{ path: 'rates.3.deposit', message }])),
  });
  expect(await screen.findByText('This draft cannot be shown yet')).toBeTruthy();
  expect(screen.getByText(message)).toBeTruthy();
  expect(screen.queryByRole('button', { name: /^Select/ })).toBeNull();
});

test('without a session it shows the way to the login; another failure can be tried again', async () => {
  const refused = (status: number, code: string) =>
    Response.json({ code, message: 'Only administrators can edit the catalog.', requestId: 'r' }, { status });
  show({ '/api/admin/catalog/draft': () => refused(401, 'unauthenticated') });
  expect((await screen.findByRole('link', { name: 'Log in' })).getAttribute('href')).toBe('/admin/login');
  cleanup();
  show({ '/api/admin/catalog/draft': () => refused(403, 'forbidden') });
  expect(await screen.findByText('Only administrators can edit the catalog.')).toBeTruthy();
  expect(screen.getByRole('button', { name: 'Try again' })).toBeTruthy();
});

test("the preview's document has no access to storage and sends nothing by itself", async () => {
  const { sessionStorage, localStorage } = window;
  sessionStorage.clear();
  const before = window.fetch;
  await import('./isolate.ts');
  tabStorage.set('booking-draft', 'secret');
  expect(tabStorage.get('booking-draft')).toBe('secret');
  expect([sessionStorage.length, localStorage.length]).toEqual([0, 0]);
  expect(() => window.sessionStorage).toThrow('The preview stores nothing.');
  expect(window.fetch).not.toBe(before);
  expect((await window.fetch('/api/create-payment-intent', { method: 'POST' })).status).toBe(403);
});
