import { screen } from '@testing-library/react';
import { Route, Routes } from 'react-router';
import { NEVER_MOVED } from '#contract/inventory.ts';
import type { BookingTexts } from '#contract/texts.ts';
import type { Role } from '#domain/accounts/access.ts';
import { currentToast } from '#web/kit/ui/toast/toast-store.ts';
import BookingPage from '#web/office/bookings/page/BookingPage.tsx';
import { sampleBooking, samplePayments, savedStatus } from './bookings.ts';
import { serve, showOffice } from './office.tsx';

export const GET = 'GET /api/bookings/12';
export const HISTORY = 'GET /api/bookings/12/history';
export const FEES = 'GET /api/bookings/12/dump-fees';
export const JOBS = 'GET /api/jobs?bookingId=12';
export const TEXTS = 'GET /api/bookings/12/texts';
const RECORDS = 'GET /api/bookings/12/stop-records';
export const PAYMENTS = 'GET /api/bookings/12/payments';
export const PROPOSAL = 'GET /api/bookings/12/price-proposal';
export const MESSAGES = 'GET /api/bookings/12/messages?limit=25';
export const UNREAD = 'GET /api/messages/unread';
/** A customer who has agreed to texts and got none yet. */
export const sampleTexts = (changes: Partial<BookingTexts> = {}): BookingTexts => ({
  isOffered: true,
  state: 'on',
  consent: {
    isGiven: true,
    source: 'form',
    wording: 'Text me about my rental',
    ip: '203.0.113.7',
    createdAt: '2026-11-21T17:05:00.000Z',
    createdBy: null,
  },
  stoppedAt: null,
  messages: [],
  replies: [],
  bounce: null,
  ...changes,
});

let office: ReturnType<typeof showOffice>;

export const read = (version: number, changes: Parameters<typeof sampleBooking>[0] = {}) => ({
  body: sampleBooking(changes),
  headers: { ETag: `"${version}"` },
});
/** The reply to a change of status or price. */
export const saved = (version: number, changes: Parameters<typeof savedStatus>[0] = {}) => ({
  body: savedStatus({ version, ...changes }),
  headers: { ETag: `"${version}"` },
});
export const unit = (id: number, dumpsterNumber: string, dumpsterType = '15-Yard') => ({
  id,
  dumpsterNumber,
  dumpsterType,
  sizeId: dumpsterType.toLowerCase(),
  isAvailable: true,
  notes: null,
  location: NEVER_MOVED,
});

/** Shows the page of booking 12, whose unit is D-3. */
export function show(
  replies: Parameters<typeof serve>[0] = {},
  { path = '/admin/bookings/12', role = 'admin' as Role } = {},
) {
  const asked = serve({
    [GET]: read(1),
    [HISTORY]: { body: [] },
    [FEES]: { body: [] },
    [JOBS]: { body: [] },
    [RECORDS]: { body: [] },
    [TEXTS]: { body: sampleTexts() },
    [PROPOSAL]: {
      body: {
        proposal: null,
        prices: { extraDay: null, exchange: null, dumpAndReturn: null, isWeightBilled: false, items: [] },
      },
    },
    [PAYMENTS]: { body: samplePayments() },
    [MESSAGES]: { body: [] },
    [UNREAD]: { body: { count: 0, mentions: [] } },
    'GET /api/dumpsters/3': { body: unit(3, 'D-3') },
    'GET /api/dumpsters/4': { body: unit(4, 'D-4') },
    ...replies,
  });
  sessionStorage.setItem('admin-logged-in', 'true');
  sessionStorage.setItem('admin-username', 'dana');
  sessionStorage.setItem('admin-role', role);
  const routes = (
    <Routes>
      <Route path="/admin/bookings" element="The list" />
      <Route path="/admin/bookings/:id" element={<BookingPage />} />
    </Routes>
  );
  office = showOffice(routes, { path });
  return asked;
}

/** The answers, one after the other; the last one stays. */
export function inTurn<T>(...answers: T[]): () => T {
  return () => (answers.length > 1 ? answers.shift() : answers[0]) as T;
}

export const section = (name: string) => screen.findByRole('region', { name });
export const button = (name: string | RegExp) => screen.getByRole('button', { name });
export const toasted = () => [currentToast()?.title, currentToast()?.text, currentToast()?.variant];
export const writes = (asked: ReturnType<typeof serve>) =>
  asked.filter(({ call }) => call.startsWith('PATCH'));

/** Before the test is over; after it the page is left anyway. */
export const leave = () => office.leave();
export const place = () => office.where();
