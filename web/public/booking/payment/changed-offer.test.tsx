import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { PublicCatalog } from '#contract/public-catalog.ts';
import { findRate } from '#domain/catalog/entries.ts';
import { quote } from '#domain/catalog/quote.ts';
import { quoteHash } from '#domain/catalog/quote-hash.ts';
import { makeRate } from '#domain/test/rate-cards.ts';
import { BookingApp } from '#web/public/booking/BookingApp.tsx';
import { toPayment } from '#web/public/booking/flow.ts';
import type { Entries } from '#web/public/booking/history/entries.ts';
import { PRICED_CATALOG } from '#web/public/booking/test/priced-catalog.ts';
import { entriesWith } from '#web/public/booking/test/samples.ts';
import { firstScreen } from '#web/public/booking/visits.ts';
import { serveCards } from '#web/test/card.ts';
import { refusal, serve } from '#web/test/office.tsx';

const OPEN = 'POST /api/create-payment-intent';
const CATALOG = 'GET /api/catalog';
const NEXT = 'GET /api/next-available-date/7-day?dumpsterType=15-yard&from=2026-12-01&daysBefore=6';
const AREA = 'GET /api/service-area?zip=12345';
const TYPES = 'GET /api/available-dumpster-types?rentalType=7-day&deliveryDate=2026-12-01';
const OPENED = {
  body: {
    clientSecret: 'pi_1_secret_1',
    expiresAt: '2026-11-21T12:20:00.000Z',
    now: '2026-11-21T12:00:00.000Z',
  },
};
const INPUT = {
  rentalOption: '7-day',
  dumpsterSize: '15-yard',
  material: 'mixed',
  zone: 'hills',
  zip: '12345',
  state: 'NY',
  placementType: 'private' as const,
  extraDays: 0,
  items: [],
};

/** Version 8: every rental costs ten dollars more. */
const DEARER: PublicCatalog = {
  ...PRICED_CATALOG,
  version: 8,
  rates: PRICED_CATALOG.rates.map((rate) => ({ ...rate, price: (rate.price ?? 0) + 1_000 })),
};

beforeEach(() => {
  serveCards();
  sessionStorage.clear();
  window.scrollTo = () => {};
  window.matchMedia = () => ({ matches: true }) as MediaQueryList;
});
afterEach(cleanup);

function show(changes: Partial<Entries> = {}) {
  const entries = entriesWith({ material: 'mixed', zone: 'hills', zoneZip: '12345', ...changes });
  const flow = toPayment(PRICED_CATALOG, '7-day', entries);
  render(<BookingApp catalog={PRICED_CATALOG} start={{ ...firstScreen(PRICED_CATALOG), flow }} />);
}

const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }));
const panelOf = async (title: string) =>
  (await screen.findByRole('heading', { name: title })).closest('section')!;
const sentData = (asked: { call: string; body: unknown }[]) =>
  asked
    .filter(({ call }) => call === OPEN)
    .map(({ body }) => (body as { bookingData: Record<string, unknown> }).bookingData);

/** With another allowance than the rates of both catalogs: the rate of an unfinished booking can be older than these. */
const NEW_RATE = makeRate({ includedWeight: 1000, overagePerTon: 12_000 });

/** The refusal of the server that has published the catalog. */
async function refusedPrice(catalog = DEARER) {
  const price = quote(catalog, INPUT);
  const reply = refusal(409, 'price_changed', 'The price has changed.');
  const hash = await quoteHash(8, price);
  const rate = catalog === DEARER ? NEW_RATE : findRate(catalog, INPUT);
  reply.body = { ...(reply.body as object), ...price, rateCardId: 8, quoteHash: hash, rate };
  return { reply, hash, price };
}

test('the page sends the price that it shows', async () => {
  const asked = serve({ [OPEN]: OPENED });
  show();
  await screen.findByRole('timer');
  expect(sentData(asked)[0]).toMatchObject({
    rateCardId: 7,
    quoteHash: await quoteHash(7, quote(PRICED_CATALOG, INPUT)),
    depositAmount: 15_000,
    material: 'mixed',
    placementType: 'private',
    termsVersion: PRICED_CATALOG.termsVersion,
  });
  expect(sentData(asked)[0]).not.toHaveProperty('days');
});

test('a changed price is shown beside the old total, and is paid only after the customer agrees', async () => {
  const { reply, hash } = await refusedPrice();
  const replies = [reply, OPENED];
  const asked = serve({ [OPEN]: () => replies.shift()!, [CATALOG]: { body: DEARER } });
  show();
  const panel = await panelOf('The price has changed');
  // 449.00 + 45.00, and 8 % tax; then ten dollars more.
  expect(panel.querySelector('s')?.textContent).toBe('$533.52');
  expect(panel.textContent).toContain('Delivery to Hill towns$45.00');
  expect(panel.textContent).toContain('$544.32');
  expect(panel.textContent).toContain('Weight included2.0 tons 0.5 ton');
  expect(sentData(asked)).toHaveLength(1);
  press('Continue with $544.32');
  await screen.findByRole('timer');
  expect(sentData(asked)[1]).toMatchObject({ rateCardId: 8, quoteHash: hash });
  expect(screen.getAllByText('$544.32').length).toBeGreaterThan(0);
  expect(JSON.parse(sessionStorage.getItem('catalog') ?? '{}')).toMatchObject({ version: 8 });
});

test('a publication that changes nothing for the customer asks nothing; the terms stay those that were accepted', async () => {
  const rates = PRICED_CATALOG.rates.map((rate) =>
    rate.dumpsterSize === '15-yard' ? rate : { ...rate, price: (rate.price ?? 0) + 1_000 },
  );
  const published = { ...PRICED_CATALOG, version: 8, rates, termsVersion: '2027-01' };
  const { reply, hash } = await refusedPrice(published);
  const replies = [reply, OPENED];
  const asked = serve({ [OPEN]: () => replies.shift()!, [CATALOG]: { body: published } });
  show();
  await screen.findByRole('timer');
  const { termsVersion } = PRICED_CATALOG;
  expect(sentData(asked)).toMatchObject([
    { rateCardId: 7, termsVersion },
    { rateCardId: 8, quoteHash: hash, termsVersion },
  ]);
});

test.each([
  [
    'another price for extra weight',
    { rates: PRICED_CATALOG.rates.map((rate) => ({ ...rate, overagePerTon: 12_000 })) },
    'costs extraEach extra ton$95, in steps of 0.1 ton $120, in steps of 0.1 tonYour card',
  ],
  [
    'other items',
    { chargeItems: PRICED_CATALOG.chargeItems.filter(({ id }) => id !== 'tire') },
    'costs extraTire$15 each No longer chargedYour card',
  ],
  [
    'another cancellation policy',
    { policy: { ...PRICED_CATALOG.policy, cancellation: null } },
    'This is new:If you cancelIf you cancel before the truck has left',
  ],
  [
    'other accepted waste',
    { policy: { ...PRICED_CATALOG.policy, acceptedWaste: ['Furniture', 'Wood'] } },
    'This is new:What may go inMixed household and construction debris',
  ],
])('the same price with %s is called that, and shows what changed', async (_, changes, text) => {
  const published = { ...PRICED_CATALOG, version: 8, ...changes };
  const { reply } = await refusedPrice(published);
  const asked = serve({ [OPEN]: reply, [CATALOG]: { body: published } });
  show();
  const panel = await panelOf('The terms of your rental have changed');
  expect(panel.textContent).toContain('You pay the same $533.52.');
  expect(panel.textContent).toContain(text);
  expect(panel.textContent).not.toContain('You had seen');
  expect(screen.getByRole('button', { name: 'Continue with $533.52' })).toBeTruthy();
  expect(sentData(asked)).toHaveLength(1);
});

test('new terms are read and accepted again, and nothing else is lost', async () => {
  const reply = refusal(409, 'terms_changed', 'The terms have changed.');
  reply.body = { ...(reply.body as object), termsVersion: '2027-01' };
  const replies = [reply, OPENED];
  const asked = serve({
    [OPEN]: () => replies.shift()!,
    [AREA]: { body: { served: true, zone: 'hills', surcharge: 4_500, message: null } },
    [TYPES]: { body: [{ id: '15-yard', name: '15-Yard', available: true, count: 2 }] },
  });
  show();
  await screen.findByText('Our terms have changed. Please read them and agree again.');
  const terms = document.querySelector<HTMLInputElement>('[name=terms]')!;
  expect(terms.checked).toBe(false);
  expect(document.querySelector<HTMLInputElement>('[name=firstName]')?.value).toBe('Dana');
  await screen.findByText('(2 available)');
  fireEvent.click(terms);
  press('Continue to Payment');
  await screen.findByRole('timer');
  expect(sentData(asked)[1]).toMatchObject({ termsVersion: '2027-01', firstName: 'Dana' });
});

test.each([
  ['closed', 'We do not deliver on this day', 'We do not deliver on Dec 1, 2026.'],
  ['full', 'Our trucks are fully booked', 'Our trucks have no time left on these days.'],
  ['too_soon', 'This day is too soon', 'Dec 1, 2026 is too soon for a delivery.'],
])(
  'a day that is %s is not called sold out, and the next day is booked at once',
  async (reason, title, message) => {
    const reply = refusal(409, 'sold_out', message);
    reply.body = { ...(reply.body as object), reason };
    const replies = [reply, OPENED];
    const next = { body: { nextAvailableDate: '2026-12-03', previousAvailableDate: null } };
    const asked = serve({
      [OPEN]: () => replies.shift()!,
      [NEXT.replace('&from', '&zip=12345&placementType=street&from')]: next,
    });
    show({ placementType: 'street' });
    const panel = await panelOf(title);
    expect(panel.textContent).toContain(`${message} Your card was not charged`);
    expect(panel.textContent).not.toMatch(/sold out|last one/);
    fireEvent.click(await screen.findByRole('button', { name: 'Use Dec 3, 2026' }));
    await screen.findByRole('timer');
    expect(sentData(asked)[1]).toMatchObject({
      deliveryDate: '2026-12-03',
      firstName: 'Dana',
      placementType: 'street',
    });
  },
);

test('the day of the pickup that is reserved is shown before the payment', async () => {
  serve({ [OPEN]: { body: { ...OPENED.body, pickupDay: '2026-12-09' } } });
  show();
  await screen.findByText('Dec 9, 2026. The days until then cost nothing.');
  const summary = screen.getByRole('complementary', { name: 'Your rental' });
  expect(summary.textContent).toContain('Dec 1, 2026 to Dec 7, 2026PickupDec 9, 2026');
});

test('paused booking shows the text of the business and its phone', async () => {
  const reply = refusal(409, 'paused', 'We are snowed in until Monday. Please call us at (555) 010-4242.');
  reply.body = { ...(reply.body as object), phone: '(555) 010-4242' };
  serve({ [OPEN]: reply });
  show();
  const panel = await panelOf('Online booking is paused');
  expect(panel.textContent).toContain('We are snowed in until Monday. Please call us at (555) 010-4242.');
  expect(panel.textContent?.match(/010-4242/g)).toHaveLength(1);
  expect(panel.querySelector('a')?.textContent).toBe('(555) 010-4242');
});

test('a rental that is no longer offered is chosen again, and everything else is kept', async () => {
  const issues = [{ path: 'bookingData.rentalType', message: 'Rental duration must be 1-day or 30-day' }];
  const without = DEARER.rates.filter(({ rentalOption }) => rentalOption !== '7-day');
  serve({
    [OPEN]: refusal(400, 'invalid', { message: 'Rental duration must be 1-day or 30-day', issues }),
    [CATALOG]: { body: { ...DEARER, rates: without } },
  });
  show();
  await screen.findByText(/^The rental period that you had chosen is no longer offered\./);
  expect(screen.getByRole('heading', { name: 'Select Your Rental Period' })).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Select 7-Day Rental' })).toBeNull();
  expect(JSON.parse(sessionStorage.getItem('booking-draft') ?? '{}')).toMatchObject({
    entries: { firstName: 'Dana', dumpsterType: '15-yard' },
  });
});
