import { expect } from 'vitest';
import type { Booking } from '#contract/staff-bookings.ts';
import { call, readError } from './http.ts';
import type { signIn } from './staff.ts';
import { inDays, rows } from './world.ts';

const HOUR_MS = 3_600_000;

/** A booking by phone with its payment link. */
export type PhoneOrder = Booking & { payUrl?: string };

/** A valid body of POST /api/bookings: a week from the tenth day on, paid later. */
export const phoneOrder = (changes: object = {}) => ({
  firstName: 'Ada',
  lastName: 'Customer',
  email: 'ada@example.com',
  phone: '(518) 555-0199',
  address: '12 Quarry Road',
  city: 'Albany',
  state: 'NY',
  zip: '12207',
  deliveryDate: inDays(10),
  rentalType: '7-day',
  dumpsterType: '15-yard',
  payment: { method: 'later' },
  termsNotRead: 'No time',
  ...changes,
});

/** A payment link that is open for so many hours. */
export const paidByLink = (hours: number) => ({
  payment: { method: 'link', expiresAt: new Date(Date.now() + hours * HOUR_MS).toISOString() },
});

/** The calls with which a member of staff makes bookings. */
export function makePhoneDesk(staff: () => Awaited<ReturnType<typeof signIn>>) {
  const post = (body: object, key = '') =>
    call('/api/bookings', {
      method: 'POST',
      headers: {
        Cookie: staff().Cookie,
        'Content-Type': 'application/json',
        ...(key && { 'Idempotency-Key': key }),
      },
      body: JSON.stringify(body),
    });
  return {
    post,
    make: async (changes: object = {}): Promise<PhoneOrder> => {
      const reply = await post(phoneOrder(changes));
      expect([reply.status, reply.ok ? null : await reply.clone().json()]).toEqual([201, null]);
      return reply.json<PhoneOrder>();
    },
    refuse: async (changes: object = {}) => {
      const reply = await post(phoneOrder(changes));
      const { code, issues, ...body } = await readError(reply);
      return { status: reply.status, code, paths: issues?.map(({ path }) => path), body };
    },
  };
}

export const payTokenOf = ({ payUrl = '' }: PhoneOrder) => payUrl.split('/pay/')[1] ?? '';

/** What the payment page of a link shows. */
export const viewPayLink = async (token: string) =>
  (await call(`/api/pay/${token}`)).json<Record<string, unknown>>();

export const countRows = async (from: string) =>
  (await rows<{ n: number }>(`SELECT count(*) AS n FROM ${from}`))[0]?.n;
