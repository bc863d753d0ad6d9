import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { daysOfMonth } from '#domain/shared/days.ts';
import { TEXT_CONSENT_WORDING } from '#domain/shared/texts.ts';
import { EMPTY_ENTRIES, type Entries } from '#web/public/booking/history/entries.ts';
import { BookingProvider } from '#web/public/booking/test/booking-provider.tsx';
import { entriesWith, FIRST_CATALOG } from '#web/public/booking/test/samples.ts';
import { DetailsStep } from './DetailsStep.tsx';

vi.mock('#web/public/card/stripe.ts', () => ({ loadCardScript: () => new Promise(() => {}) }));

const TODAY = '2026-11-21';
type Types = { id: string; name: string; available: boolean; count: number }[];
const size = (id: string, count: number) => ({ id, name: id.replace('y', 'Y'), available: count > 0, count });
const FLEET = [size('10-yard', 3), size('15-yard', 4), size('20-yard', 0)];

const PAST = daysOfMonth('2026-11').filter((each) => each < TODAY);

function serve(types: (query: URLSearchParams) => Types, soldOut: string[] = []) {
  const answer = (url: string) => {
    const { pathname, searchParams } = new URL(url, 'http://localhost');
    if (pathname.endsWith('/available-dumpster-types')) return types(searchParams);
    if (pathname.endsWith('/unavailable-dates')) return { today: TODAY, dates: [...PAST, ...soldOut] };
    return { nextAvailableDate: '2026-12-24' };
  };
  vi.stubGlobal('fetch', async (url: string) => Response.json(answer(url)));
}

function show(entries: Entries = EMPTY_ENTRIES, catalog = FIRST_CATALOG) {
  const onSubmit = vi.fn();
  const onTyped = vi.fn();
  const onBack = vi.fn();
  render(
    <BookingProvider catalog={catalog}>
      <DetailsStep
        rentalType="7-day"
        entries={entries}
        onTyped={onTyped}
        onBack={onBack}
        onSubmit={onSubmit}
      />
    </BookingProvider>,
  );
  return { onSubmit, onTyped, onBack };
}

const radio = (id: string) => document.querySelector<HTMLInputElement>(`[name=dumpsterType][value="${id}"]`);
const named = (name: string) => document.querySelector<HTMLInputElement>(`[name=${name}]`)!;
const messageOf = (name: string) => document.getElementById(`${name}-error`)?.textContent;
const go = () => fireEvent.click(screen.getByRole('button', { name: 'Continue to Payment' }));
const day = (name: string) => document.querySelector<HTMLButtonElement>(`button[data-day="${name}"]`)!;

/** The message offers phone and e-mail of the business. */
function expectContact(message: HTMLElement) {
  const links = [...(message.closest('[role=alert]')?.querySelectorAll('a') ?? [])];
  expect(links.map(({ protocol }) => protocol)).toEqual(['tel:', 'mailto:']);
}

beforeEach(() => {
  // The calendar opens on the month of the device.
  vi.useFakeTimers({ toFake: ['Date'], now: Date.parse(`${TODAY}T17:00:00Z`) });
  serve(() => FLEET);
});
afterEach(() => {
  cleanup();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

test('no size is shown as unavailable while the sizes load', () => {
  show();
  expect(screen.getByText('Loading dumpster sizes...')).toBeTruthy();
  expect(screen.queryByText(/unavailable/i)).toBeNull();
});

test('sizes show their counts; sold-out sizes are disabled and struck through; 15-Yard is preselected', async () => {
  show();
  await screen.findByText('(4 available)');
  await waitFor(() => expect(radio('15-yard')?.checked).toBe(true));
  expect(radio('20-yard')?.disabled).toBe(true);
  expect(screen.getByText('20-Yard', { selector: '.line-through' })).toBeTruthy();
  expect(screen.getByText('(Unavailable)')).toBeTruthy();
});

test.each([
  [
    'nothing to be had',
    () => [size('10-yard', 0)],
    /^No dumpsters are currently available\. Please contact us/,
  ],
  ['no sizes at all', () => [], 'No dumpster types are available. Please try again later.'],
] as const)('%s is said', async (_what, types, message) => {
  serve(() => [...types()]);
  show();
  expectContact(await screen.findByText(message));
});

test('a failure to load the sizes is shown', async () => {
  vi.stubGlobal('fetch', async () => new Response('', { status: 500 }));
  show();
  expectContact(await screen.findByText('Error loading dumpster types. Please try again.'));
});

test('an empty form shows an error at each field and focuses the first', async () => {
  serve(() => FLEET, [TODAY]);
  const { onSubmit } = show();
  await waitFor(() => expect(day('2026-11-22')).toBeTruthy());
  go();
  await screen.findByText('10 fields need your attention.');
  expect(messageOf('firstName')).toBe('First name is required');
  expect(messageOf('deliveryDate')).toBe('Delivery date is required');
  expect(messageOf('state')).toBe('State is required');
  expect(messageOf('terms')).toBe('You must agree to the terms and conditions');
  expect(named('email').getAttribute('aria-invalid')).toBe('true');
  expect(named('email').getAttribute('aria-describedby')).toBe('email-hint email-error');
  expect(document.activeElement).toBe(named('zip'));
  expect(onSubmit).not.toHaveBeenCalled();
});

test('past and sold-out days cannot be picked, others can', async () => {
  serve(() => FLEET, ['2026-11-25']);
  const { onTyped } = show();
  await waitFor(() => expect(day('2026-11-24')).toBeTruthy());
  expect([day('2026-11-20').disabled, day('2026-11-25').disabled, day('2026-11-24').disabled]).toEqual([
    true,
    true,
    false,
  ]);
  fireEvent.click(day('2026-11-24'));
  await screen.findByText('to Nov 30, 2026');
  expect(onTyped).toHaveBeenLastCalledWith(expect.objectContaining({ deliveryDate: '2026-11-24' }));
});

test('a chosen size that sells out is cleared with a notice and its next date is offered', async () => {
  serve((query) => (query.has('deliveryDate') ? [size('10-yard', 1), size('15-yard', 0)] : FLEET));
  show(entriesWith());
  await screen.findByText(/is no longer available for Dec 1, 2026 to Dec 7, 2026, so we cleared it/);
  expect([radio('10-yard')?.checked, radio('15-yard')?.checked]).toEqual([false, false]);
  expect(await screen.findByRole('button', { name: 'Use Dec 24, 2026' })).toBeTruthy();
});

test('a past date is cleared with a notice', async () => {
  show(entriesWith({ deliveryDate: '2026-11-20' }));
  expect(await screen.findByText(/^Nov 20, 2026 can no longer be booked, so we cleared it/)).toBeTruthy();
  expect(named('deliveryDate').value).toBe('');
});

test('billing fields appear when the box is unticked, and are then required', async () => {
  const { onSubmit } = show(entriesWith());
  await waitFor(() => expect(radio('15-yard')?.checked).toBe(true));
  fireEvent.click(screen.getByLabelText('Same as delivery address'));
  go();
  await waitFor(() => expect(messageOf('billingCity')).toBe('City is required'));
  expect(onSubmit).not.toHaveBeenCalled();
  fireEvent.click(screen.getByLabelText('Same as delivery address'));
  go();
  await waitFor(() => expect(onSubmit).toHaveBeenCalledWith(entriesWith()));
});

test('going back keeps the entries', async () => {
  const { onBack } = show();
  await screen.findByText('(4 available)');
  fireEvent.input(named('lastName'), { target: { value: 'Typed' } });
  fireEvent.click(screen.getByRole('button', { name: 'Back to Rental Options' }));
  expect(onBack).toHaveBeenCalledWith(expect.objectContaining({ lastName: 'Typed' }));
});

test('the notes say how many characters are left once the limit is near, and announce it after a pause', async () => {
  show();
  await screen.findByText('(4 available)');
  const type = (length: number) =>
    fireEvent.input(named('notes'), { target: { value: ` ${'x'.repeat(length)} ` } });
  const counters = () =>
    screen.queryAllByText(/characters? (left|too many)$/).map((each) => each.textContent);
  type(1799);
  expect(counters()).toEqual([]);
  type(1800);
  await waitFor(() => expect(counters()).toContain('200 characters left'));
  type(1999);
  await waitFor(() => expect(counters()).toEqual(['1 character left', '1 character left']), {
    timeout: 3000,
  });
  expect(screen.getByText('1 character left', { selector: '[role=status]' })).toBeTruthy();
  type(2012);
  expect(counters()).toEqual(['12 characters too many', '1 character left']);
  go();
  await waitFor(() => expect(messageOf('notes')).toBe('Must be at most 2000 characters'));
});

test('texts are offered where they are set up, unchecked, with the words that the customer agrees to', async () => {
  const { onTyped } = show(entriesWith(), { ...FIRST_CATALOG, offersTexts: true });
  const box = await screen.findByRole<HTMLInputElement>('checkbox', { name: 'Text me about my rental' });
  expect(box.checked).toBe(false);
  const hint = document.getElementById(box.getAttribute('aria-describedby') ?? '')?.textContent;
  expect(`Text me about my rental: ${hint}`).toBe(TEXT_CONSENT_WORDING);
  fireEvent.click(box);
  expect(onTyped).toHaveBeenLastCalledWith(expect.objectContaining({ textOptIn: true }));
});

test('texts are not offered where they are not set up', async () => {
  show();
  await screen.findByText('(4 available)');
  expect(named('textOptIn')).toBeNull();
});
