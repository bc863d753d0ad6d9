import * as z from 'zod/mini';
import { RECORDED_METHODS } from '#domain/money/recorded.ts';
import { MAX_AMOUNT } from '#domain/shared/money.ts';
import { endpoint } from './endpoint.ts';
import { day, emptyAsNull, LIMITS, line } from './fields.ts';
import { rowNumber } from './lists.ts';
import { booking } from './staff-bookings.ts';
import { transaction } from './transactions.ts';

const AMOUNT = 'Enter an amount in dollars';

/** The number of a check or transfer; an empty one is null. */
export const paymentReference = z._default(emptyAsNull(line('Enter the reference', LIMITS.name)), null);

/** A payment outside Stripe. Amount in cents; `day`: the business day on which the money was received. */
export const recordedPaymentFields = {
  amount: z.int(AMOUNT).check(z.minimum(1, AMOUNT), z.maximum(MAX_AMOUNT, 'Must be at most $999,999.99')),
  day,
  reference: paymentReference,
};

export const recordedMethod = z.enum(RECORDED_METHODS, 'Choose how it was paid');

const reply = z.object({ booking, transaction });

export const recordPayment = endpoint({
  name: 'recordPayment',
  method: 'POST',
  path: '/api/bookings/:id/payments',
  access: 'payments:record',
  params: z.strictObject({ id: rowNumber }),
  body: z.strictObject({ method: recordedMethod, ...recordedPaymentFields }),
  reply,
});

export const voidPayment = endpoint({
  name: 'voidPayment',
  method: 'POST',
  path: '/api/bookings/:id/payments/:paymentId/void',
  access: 'payments:record',
  params: z.strictObject({ id: rowNumber, paymentId: z.string().check(z.maxLength(255)) }),
  body: z.strictObject({ reason: line('Enter the reason', LIMITS.placement) }),
  reply,
});
