import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { declinedText } from '#domain/catalog/zones.ts';
import type { Entries } from '#web/public/booking/history/entries.ts';
import { BookingProvider } from '#web/public/booking/test/booking-provider.tsx';
import { PRICED_CATALOG } from '#web/public/booking/test/priced-catalog.ts';
import { entriesWith } from '#web/public/booking/test/samples.ts';
import { DetailsStep } from './DetailsStep.tsx';

vi.mock('#web/public/card/stripe.ts', () => ({ loadCardScript: () => new Promise(() => {}) }));

const TYPES = PRICED_CATALOG.dumpsterSizes.map(({ id, name }) => ({ id, name, available: true, count: 2 }));
const HILLS = { served: true, zone: 'hills', surcharge: 4_500, message: null };
const DECLINED = {
  served: false,
  zone: null,
  surcharge: null,
  message: declinedText('99999', PRICED_CATALOG.business.phone),
};

beforeEach(() => {
  vi.stubGlobal('fetch', async (path: string) => {
    const { pathname, searchParams } = new URL(path, 'http://localhost');
    if (pathname.endsWith('/service-area'))
      return Response.json(searchParams.get('zip') === '99999' ? DECLINED : HILLS);
    if (pathname.endsWith('/unavailable-dates')) return Response.json({ today: '2026-11-21', dates: [] });
    return Response.json(TYPES);
  });
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

function show(zip: string, changes: Partial<Entries> = {}) {
  const onSubmit = vi.fn();
  render(
    <BookingProvider catalog={PRICED_CATALOG}>
      <DetailsStep
        rentalType="7-day"
        entries={entriesWith({ zip, ...changes })}
        onTyped={() => {}}
        onBack={() => {}}
        onSubmit={onSubmit}
      />
    </BookingProvider>,
  );
  return { onSubmit };
}

const spoken = () => document.querySelector('p[aria-live=polite].sr-only')?.textContent;

test('the total includes the surcharge of the ZIP code, the street permit and tax', async () => {
  show('12345');
  await screen.findByText(/^We deliver here: Hill towns, \$45\.00/);
  expect(spoken()).toBe('Total: $533.52, $150.00 due today');
  fireEvent.click(document.querySelector('[name=placementType][value=street]')!);
  await screen.findByText(/^We apply for the street permit\. It takes 3 working days more\./);
  expect(spoken()).toBe('Total: $598.32, $150.00 due today');
});

test('the ZIP code fills in city and state, and what the customer entered stays', async () => {
  const value = (name: string) => document.querySelector<HTMLInputElement>(`[name=${name}]`)?.value;
  const place = { ...HILLS, city: 'Schenectady', state: 'NY' };
  const others = fetch;
  vi.stubGlobal('fetch', (path: string) =>
    path.includes('/service-area') ? Promise.resolve(Response.json(place)) : others(path),
  );
  show('12345', { city: '', state: '' });
  await waitFor(() => expect([value('city'), value('state')]).toEqual(['Schenectady', 'NY']));
  // Another ZIP code replaces what the first one filled in.
  place.city = 'Rotterdam';
  fireEvent.change(document.querySelector('[name=zip]')!, { target: { value: '12306' } });
  await waitFor(() => expect(value('city')).toBe('Rotterdam'));
  cleanup();
  show('12345', { city: 'Niskayuna', state: '' });
  await waitFor(() => expect(value('state')).toBe('NY'));
  expect(value('city')).toBe('Niskayuna');
});

test('a declined ZIP code shows why and the phone, and keeps what was typed', async () => {
  const { onSubmit } = show('99999');
  const notice = await screen.findByText(/^Sorry, we do not deliver to 99999 yet/);
  expect(notice.textContent).toBe(`${DECLINED.message} Everything you typed is kept.`);
  expect(notice.querySelector('a')?.getAttribute('href')).toMatch(/^tel:/);
  await screen.findAllByText('(2 available)');
  fireEvent.click(screen.getByRole('button', { name: 'Continue to Payment' }));
  await waitFor(() => expect(document.activeElement?.getAttribute('name')).toBe('zip'));
  expect(onSubmit).not.toHaveBeenCalled();
  expect(document.querySelector<HTMLInputElement>('[name=firstName]')?.value).toBe('Dana');
});

test('a heavy material disables the sizes that it may not go into, with the reason', async () => {
  show('12345');
  await screen.findAllByText('(2 available)');
  fireEvent.click(document.querySelector('[name=material][value=concrete]')!);
  await screen.findByText(/is not offered for this material, so we cleared it/);
  expect(screen.getAllByText('Too large for this weight: Concrete, brick and dirt')).toHaveLength(3);
  expect(document.querySelector<HTMLInputElement>('[name=dumpsterType][value="10-yard"]')?.disabled).toBe(
    false,
  );
  expect(screen.getByText('Fill it to 18 inches below the rim at most.')).toBeTruthy();
});

test('counts from before a size was published are asked for once more, past the cache of the browser', async () => {
  const [newSize, ...earlier] = TYPES;
  const asked: (RequestCache | undefined)[] = [];
  const answer = globalThis.fetch;
  vi.stubGlobal('fetch', async (path: string, init: RequestInit = {}) => {
    if (!path.includes('/available-dumpster-types')) return answer(path, init);
    asked.push(init.cache);
    return Response.json(asked.length === 1 ? earlier : TYPES);
  });
  show('12345');
  expect(await screen.findByRole('radio', { name: new RegExp(`^${newSize?.name}`) })).toBeTruthy();
  expect(asked).toEqual([undefined, 'reload']);
});

test.each([
  ['', 'from $399.00'],
  ['concrete', '$489.00'],
])('before a size is chosen, the summary has the lowest price of the material: "%s"', (material, text) => {
  show('12345', { material, dumpsterType: '' });
  expect(screen.getByText('Price').nextElementSibling?.textContent).toBe(text);
});
