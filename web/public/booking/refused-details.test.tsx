import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { daysOfMonth } from '#domain/shared/days.ts';
import { BookingProvider } from '#web/public/booking/test/booking-provider.tsx';
import { entriesWith, FIRST_CATALOG } from '#web/public/booking/test/samples.ts';
import { BookingFlow } from './BookingFlow.tsx';
import { toPayment } from './flow.ts';
import { firstScreen } from './visits.ts';

// Stripe.js never loads: these tests are about the state before it.
vi.mock('#web/public/card/stripe.ts', () => ({ loadCardScript: () => new Promise(() => {}) }));

const TODAY = '2026-12-02';
const YESTERDAY = '2026-12-01';

type Issue = { path: string; message: string };
let opened: Record<string, string>[] = [];
let refuse: (data: Record<string, string>) => Issue[];

function answer(url: URL, body: string | undefined): Response {
  if (url.pathname.endsWith('/create-payment-intent')) {
    const { bookingData } = JSON.parse(body ?? '{}') as { bookingData: Record<string, string> };
    opened.push(bookingData);
    const issues = refuse(bookingData);
    const error = { code: 'invalid', message: issues[0]?.message ?? '', requestId: 'r', issues };
    if (issues.length > 0) return Response.json(error, { status: 400 });
    const instant = '2026-12-02T17:00:00.000Z';
    return Response.json({ clientSecret: 'pi_1_secret_1', expiresAt: instant, now: instant });
  }
  if (url.pathname.endsWith('/unavailable-dates')) {
    const days = daysOfMonth(url.searchParams.get('month') ?? '');
    return Response.json({ today: TODAY, dates: days.filter((each) => each < TODAY) });
  }
  return Response.json([{ id: '15-yard', name: '15-Yard', available: true, count: 4 }]);
}

function showPayment(changes = {}) {
  const flow = toPayment(FIRST_CATALOG, '7-day', entriesWith({ deliveryDate: YESTERDAY, ...changes }));
  const start = { ...firstScreen(FIRST_CATALOG), flow };
  render(
    <BookingProvider>
      <BookingFlow start={start} picked={null} repeated={null} />
    </BookingProvider>,
  );
}

const named = (name: string) => document.querySelector<HTMLInputElement>(`[name=${name}]`)!;
const messageOf = (name: string) => document.getElementById(`${name}-error`)?.textContent;
const go = () => fireEvent.click(screen.getByRole('button', { name: 'Continue to Payment' }));

beforeEach(() => {
  opened = [];
  refuse = ({ deliveryDate }) =>
    deliveryDate === YESTERDAY
      ? [{ path: 'bookingData.deliveryDate', message: 'Delivery date cannot be in the past' }]
      : [];
  vi.setSystemTime('2026-12-02T15:00:00Z');
  window.scrollTo = () => {};
  window.matchMedia = () => ({ matches: true }) as MediaQueryList;
  vi.stubGlobal('fetch', async (path: string, init?: RequestInit) =>
    answer(new URL(path, 'http://localhost'), init?.body as string | undefined),
  );
});
afterEach(() => {
  cleanup();
  sessionStorage.clear();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

test('a past date is rejected at its field, and another date is accepted', async () => {
  showPayment();
  await screen.findByRole('heading', { name: 'Customer Details' });
  expect(messageOf('deliveryDate')).toBe('Delivery date cannot be in the past');
  expect(screen.getByText(/^One field needs your attention\. Your card was not charged\.$/)).toBeTruthy();
  expect([named('deliveryDate').value, named('firstName').value]).toEqual(['', 'Dana']);
  await waitFor(() => {
    const focused = document.activeElement as HTMLElement;
    expect(focused.querySelector('[role=grid]') ?? focused.closest('[role=grid]')).toBeTruthy();
  });

  go();
  await waitFor(() => expect(messageOf('deliveryDate')).toBe('Delivery date is required'));
  fireEvent.click(document.querySelector<HTMLElement>('[data-day="2026-12-04"]')!);
  await waitFor(() => expect(messageOf('deliveryDate')).toBeUndefined());
  go();
  await waitFor(() => expect(opened.map((data) => data.deliveryDate)).toEqual([YESTERDAY, '2026-12-04']));
});

test('a server error is shown at its field until the field changes', async () => {
  refuse = ({ phone }) =>
    phone === '(555) 010-7788'
      ? [
          { path: 'bookingData.phone', message: 'That number cannot be' },
          { path: 'bookingData.email', message: 'Nor can that address' },
        ]
      : [];
  showPayment();
  await screen.findByText(/^2 fields need your attention\./);
  expect([messageOf('phone'), messageOf('email')]).toEqual(['That number cannot be', 'Nor can that address']);
  await waitFor(() => expect(document.activeElement).toBe(named('phone')));
  fireEvent.input(named('phone'), { target: { value: '555-010-7789' } });
  await waitFor(() => expect(messageOf('phone')).toBeUndefined());
  expect(messageOf('email')).toBe('Nor can that address');
});
