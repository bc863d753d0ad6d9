import { beforeEach, expect, test, vi } from 'vitest';
import { checkoutKey } from './checkout-key.ts';
import { resumeFlow, saveDraft } from './draft.ts';
import { FIRST_STEP, flowReducer, toPayment } from './flow.ts';
import { entriesWith } from './samples.ts';

const atPayment = toPayment('7-day', entriesWith());
const done = flowReducer(atPayment, {
  type: 'paid',
  payment: { paymentIntent: 'pi_1', clientSecret: 'pi_1_secret_x' },
});

beforeEach(() => sessionStorage.clear());

test('a reload keeps step and details', () => {
  saveDraft(atPayment);
  expect(resumeFlow(true)).toEqual(atPayment);
  saveDraft({ at: 'details', rentalType: '1-day', entries: entriesWith({ city: 'Half ty' }) });
  expect(resumeFlow(true)).toMatchObject({
    at: 'details',
    rentalType: '1-day',
    entries: { city: 'Half ty' },
  });
});

test('what was typed outlives going back to the options', () => {
  saveDraft({ at: 'rental', entries: entriesWith() });
  expect(resumeFlow(true)).toEqual({ at: 'rental', entries: entriesWith() });
});

test('an untouched first step leaves nothing behind', () => {
  saveDraft(FIRST_STEP);
  expect(sessionStorage).toHaveLength(0);
});

test('a kept payment whose details no longer pass goes back to the form', () => {
  saveDraft({ ...atPayment, entries: entriesWith({ zip: '1' }) } as typeof atPayment);
  expect(resumeFlow(true).at).toBe('details');
});

test('after a payment a reload shows the receipt, and a new visit begins anew', () => {
  saveDraft(done);
  expect(resumeFlow(true)).toMatchObject({ at: 'done', payment: null, receipt: { dumpsterType: '15-yard' } });
  expect(resumeFlow(false)).toBe(FIRST_STEP);
});

test('a client secret is never kept', () => {
  for (const flow of [atPayment, done]) {
    saveDraft(flow);
    expect(JSON.stringify({ ...sessionStorage })).not.toContain('secret');
  }
});

test('a draft that makes no sense is ignored', () => {
  for (const text of ['{', '{"at":"payment"}', '{"at":"details","rentalType":"2-day","entries":{}}']) {
    sessionStorage.setItem('booking-draft', text);
    expect(resumeFlow(true)).toBe(FIRST_STEP);
  }
  sessionStorage.setItem('booking-draft', '{"at":"details","rentalType":"1-day","entries":{"terms":"yes"}}');
  expect(resumeFlow(true)).toMatchObject({ at: 'details', entries: { terms: false } });
});

test('one checkout has one key', () => {
  expect(checkoutKey()).toBe(checkoutKey());
  expect(checkoutKey()).toMatch(/^[0-9a-f-]{36}$/);
});

test('a browser that closes its storage does not break the booking', () => {
  const closed = vi.spyOn(window, 'sessionStorage', 'get').mockImplementation(() => {
    throw new DOMException('denied', 'SecurityError');
  });
  saveDraft(atPayment);
  expect(resumeFlow(true)).toEqual(atPayment);
  saveDraft(FIRST_STEP);
  closed.mockRestore();
});
