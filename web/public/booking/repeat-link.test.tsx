import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { EMPTY_ENTRIES } from '#web/public/booking/history/entries.ts';
import { BookingProvider } from '#web/public/booking/test/booking-provider.tsx';
import { entriesWith, FIRST_CATALOG } from '#web/public/booking/test/samples.ts';
import { BookingFlow } from './BookingFlow.tsx';
import { loadRepeated, type RepeatResult } from './extras/repeat-link.ts';
import { takeRepeatToken } from './repeat-token.ts';
import { firstScreen } from './visits.ts';

vi.mock('#web/public/card/stripe.ts', () => ({ loadCardScript: () => new Promise(() => {}) }));

const REPLY = {
  firstName: 'Dana',
  lastName: 'Whitfield',
  email: 'dana@example.com',
  phone: '(555) 010-7788',
  company: 'Quarry LLC',
  address: '418 Alder Ridge Road',
  city: 'Springfield',
  state: 'NY',
  zip: '12345',
  rentalType: '7-day',
  dumpsterType: '10-yard',
  material: 'mixed',
  placementType: 'street',
};
let replies: Record<string, () => Response>;
let bodies: unknown[];

beforeEach(() => {
  sessionStorage.clear();
  bodies = [];
  replies = { '/api/repeat-link': () => Response.json(REPLY) };
  window.scrollTo = () => {};
  window.matchMedia = () => ({ matches: true }) as MediaQueryList;
  vi.stubGlobal('fetch', async (path: string, init?: RequestInit) => {
    if (init?.body) bodies.push([path, JSON.parse(String(init.body))]);
    const { pathname } = new URL(path, 'http://localhost');
    // What is free is not known yet: a size that is not would be dropped.
    return replies[pathname]?.() ?? new Promise<never>(() => {});
  });
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const refuse = (status: number, code: string) => () =>
  Response.json({ code, message: 'No', requestId: 'r' }, { status });

/** Opens the page by the link. `answer` lets the reply of the server arrive. */
async function openLink(start = firstScreen(FIRST_CATALOG)) {
  let answer: (result: RepeatResult) => void = () => {};
  const repeated = new Promise<RepeatResult>((resolve) => {
    answer = resolve;
  });
  render(
    <BookingProvider>
      <BookingFlow start={start} picked={null} repeated={repeated} />
    </BookingProvider>,
  );
  return {
    answer: async () => {
      const result = await loadRepeated('token');
      await act(async () => answer(result));
    },
  };
}

const typedIn = (name: string) => document.querySelector<HTMLInputElement>(`[name=${name}]`)?.value;
const startEmpty = () => fireEvent.click(screen.getByRole('button', { name: 'Start empty' }));
const FILLED = 'We filled in the details of your last booking. Please check them, and choose a day.';

test('the token leaves the address at once, and the rest of the address stays', () => {
  window.history.replaceState({ step: 1 }, '', '/?utm_source=mail#again=secret-token');
  expect(takeRepeatToken()).toBe('secret-token');
  expect([window.location.href.split('/').at(-1), window.history.state]).toEqual([
    '?utm_source=mail',
    { step: 1 },
  ]);
  window.history.replaceState(null, '', '/#main');
  expect([takeRepeatToken(), window.location.hash]).toEqual([null, '#main']);
});

test('the form is filled except for the day, the notes and the agreement, and says so', async () => {
  const { answer } = await openLink();
  expect(screen.getByText('Filling in your last booking...')).toBeTruthy();
  expect(screen.queryByRole('heading', { name: 'Select Your Rental Period' })).toBeNull();
  await answer();
  expect(bodies[0]).toEqual(['/api/repeat-link', { token: 'token' }]);
  expect(screen.getByText(FILLED)).toBeTruthy();
  for (const [name, value] of Object.entries(REPLY)) {
    if (['rentalType', 'dumpsterType', 'material', 'placementType'].includes(name)) continue;
    expect([name, typedIn(name)]).toEqual([name, value]);
  }
  expect(document.querySelector<HTMLInputElement>('[name=placementType][value=street]')?.checked).toBe(true);
  expect([typedIn('notes'), typedIn('placement')]).toEqual(['', '']);
  expect(document.querySelector<HTMLInputElement>('[name=terms]')?.checked).toBe(false);
  const draft = JSON.parse(sessionStorage.getItem('booking-draft') ?? '{}');
  expect(draft).toMatchObject({ step: 'details', rentalType: '7-day', entries: { dumpsterType: '10-yard' } });
  expect(JSON.stringify({ ...sessionStorage })).not.toContain('token');
});

test("'Start empty' empties the form, also one that the tab had before", async () => {
  const entries = entriesWith({ lastName: 'Earlier', notes: 'Steep drive' });
  const start = { ...firstScreen(FIRST_CATALOG), flow: { step: 'rental' as const, entries }, entries };
  const { answer } = await openLink(start);
  await answer();
  expect([typedIn('lastName'), typedIn('notes')]).toEqual(['Whitfield', '']);
  startEmpty();
  expect(screen.queryByText(FILLED)).toBeNull();
  fireEvent.click(screen.getByRole('button', { name: 'Select 7-Day Rental' }));
  for (const name of ['lastName', 'email', 'phone', 'address', 'zip', 'company'] as const)
    expect([name, typedIn(name)]).toEqual([name, EMPTY_ENTRIES[name]]);
  expect(screen.queryByRole('button', { name: 'Start empty' })).toBeNull();
});

test("an answer after 'Start empty' fills in nothing", async () => {
  const { answer } = await openLink();
  startEmpty();
  await answer();
  expect(screen.getByRole('heading', { name: 'Select Your Rental Period' })).toBeTruthy();
  expect(screen.queryByText(FILLED)).toBeNull();
});

test.each([
  [404, 'not_found', 'This link has ended. You can book here as usual.'],
  [400, 'invalid', 'This link has ended. You can book here as usual.'],
  [429, 'too_many', /^We could not load your last booking\. Open the link in your e-mail again/],
])(
  'a link that is answered with %i %s gives the empty form with a sentence',
  async (status, code, sentence) => {
    replies['/api/repeat-link'] = refuse(status, code);
    const { answer } = await openLink();
    await answer();
    expect(screen.getByText(sentence)).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Start empty' })).toBeNull();
    fireEvent.click(screen.getByRole('button', { name: 'Select 7-Day Rental' }));
    expect(screen.queryByText(sentence)).toBeNull();
    expect(typedIn('lastName')).toBe('');
  },
);

test('a rental that is no longer offered is chosen again, and the rest is kept', async () => {
  replies['/api/repeat-link'] = () => Response.json({ ...REPLY, rentalType: '14-day' });
  const { answer } = await openLink();
  await answer();
  expect(screen.getByText(/^The rental period that you had chosen is no longer offered/)).toBeTruthy();
  fireEvent.click(screen.getByRole('button', { name: 'Select 7-Day Rental' }));
  expect(typedIn('lastName')).toBe('Whitfield');
});
