import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { daysOfMonth } from '#domain/shared/days.ts';
import { type HeldRental, saveHeldRental } from '#web/public/booking/hold/held-rentals.ts';
import { BookingProvider } from '#web/public/booking/test/booking-provider.tsx';
import { PRICED_CATALOG } from '#web/public/booking/test/priced-catalog.ts';
import { entriesWith } from '#web/public/booking/test/samples.ts';
import { DetailsStep } from './DetailsStep.tsx';

vi.mock('#web/public/card/stripe.ts', () => ({ loadCardScript: () => new Promise(() => {}) }));

const TODAY = '2026-11-21';
let free: number;

beforeEach(() => {
  sessionStorage.clear();
  localStorage.clear();
  free = 3;
  vi.useFakeTimers({ toFake: ['Date'], now: Date.parse(`${TODAY}T17:00:00Z`) });
  const PAST = daysOfMonth('2026-11').filter((each) => each < TODAY);
  const answer = ({ pathname }: URL) => {
    if (pathname.endsWith('/available-dumpster-types')) {
      return [{ id: '10-yard', name: '10-Yard', available: free > 0, count: free }];
    }
    if (pathname.endsWith('/unavailable-dates')) return { today: TODAY, dates: PAST };
    if (pathname.endsWith('/service-area'))
      return { served: true, zone: null, surcharge: null, message: null };
    return { nextAvailableDate: '2026-12-24' };
  };
  vi.stubGlobal('fetch', async (url: string) => Response.json(answer(new URL(url, 'http://localhost'))));
});
afterEach(() => {
  cleanup();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

function show(quantity = 1) {
  const onTyped = vi.fn();
  const entries = entriesWith({
    dumpsterType: '10-yard',
    zip: '12207',
    deliveryDate: '2026-12-01',
    quantity,
  });
  render(
    <BookingProvider catalog={PRICED_CATALOG}>
      <DetailsStep
        rentalType="7-day"
        entries={entries}
        onTyped={onTyped}
        onBack={vi.fn()}
        onSubmit={vi.fn()}
      />
    </BookingProvider>,
  );
  return { quantityTyped: () => onTyped.mock.lastCall?.[0].quantity as number | undefined };
}

const button = (name: string) => screen.getByRole<HTMLButtonElement>('button', { name });
const more = () => fireEvent.click(button('One dumpster more'));
const shown = async () => (await screen.findByRole('group', { name: 'Number of dumpsters' })).textContent;
const totals = () =>
  [...document.querySelectorAll('aside dl')]
    .map((list) => list.textContent)
    .filter((text) => /Total|today/.test(text ?? ''));

test('starts at one, and goes up to what is free on the days', async () => {
  const { quantityTyped } = show();
  await waitFor(async () => expect(await shown()).toContain('Up to 3 for the same address'));
  expect(button('One dumpster less').disabled).toBe(true);
  more();
  more();
  expect(await shown()).toContain('3');
  expect([quantityTyped(), button('One dumpster more').disabled]).toEqual([3, true]);
  fireEvent.click(button('One dumpster less'));
  expect(quantityTyped()).toBe(2);
});

test('is at most five, even if more are free', async () => {
  free = 40;
  show(5);
  await waitFor(() => expect(button('One dumpster more').disabled).toBe(true));
  expect(screen.queryByText(/so we changed your number/)).toBeNull();
});

test('the price lines are those of one dumpster, the sums those of all', async () => {
  show();
  await shown();
  const single = totals().join(' ');
  more();
  const sum = (text: string, name: string) =>
    Number(new RegExp(`${name}[^$]*\\$([\\d,.]+)`).exec(text)?.[1]?.replace(',', ''));
  const order = totals().join(' ');
  expect(order).toContain('2 dumpsters');
  for (const name of ['Total', 'Due today']) expect(sum(order, name)).toBeCloseTo(2 * sum(single, name), 2);
  expect(document.querySelector('aside')?.textContent).toContain('Each dumpster');
  expect(screen.getByText('The amounts below are for each of your 2 dumpsters.')).toBeTruthy();
});

test('a number that is no longer free is lowered, with a sentence', async () => {
  free = 2;
  const { quantityTyped } = show(4);
  await screen.findByText('Only 2 dumpsters of this size are free on these days, so we changed your number.');
  expect(quantityTyped()).toBe(2);
});

test.each<[number, number, HeldRental[]]>([
  [0, 2, [{ dumpsterType: '10-yard', deliveryDate: '2026-12-01', days: 7, quantity: 2 }]],
  [1, 2, [{ dumpsterType: '10-yard', deliveryDate: '2026-12-01', days: 7, quantity: 2 }]],
])('with %i free, an order keeps the %i dumpsters that it holds', async (count, quantity, holds) => {
  free = count;
  for (const held of holds) saveHeldRental(held);
  show(quantity);
  await waitFor(async () => expect(await shown()).toContain('All for the same address'));
  expect(screen.queryByText(/so we changed your number/)).toBeNull();
});
