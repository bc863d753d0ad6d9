import { expect, test } from 'vitest';
import { CallError } from '#web/api/call.ts';
import { parseFieldErrors } from './field-errors.ts';

function refused(...paths: string[]) {
  const issues = paths.map((path) => ({ path, message: `${path} is wrong` }));
  const body = { code: 'invalid', message: 'No.', requestId: 'r', issues };
  return new CallError(new Response(null, { status: 400 }), JSON.stringify(body));
}

test('the first message of each form field is returned', () => {
  expect(
    parseFieldErrors(refused('bookingData.deliveryDate', 'bookingData.phone', 'bookingData.phone')),
  ).toEqual({
    deliveryDate: 'bookingData.deliveryDate is wrong',
    phone: 'bookingData.phone is wrong',
  });
});

test('a failure without a form field returns null', () => {
  for (const paths of [[], ['Idempotency-Key'], ['bookingData.turnstileToken'], ['bookingData.toString']]) {
    expect(parseFieldErrors(refused(...paths))).toBeNull();
  }
  expect(parseFieldErrors(new TypeError('fetch failed'))).toBeNull();
});
