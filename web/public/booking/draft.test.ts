import { beforeEach, expect, test, vi } from 'vitest';
import { checkoutKey } from '#web/public/booking/hold/request-ids.ts';
import { entriesWith, FIRST_CATALOG } from '#web/public/booking/test/samples.ts';
import { resumeScreen, saveDraft, saveScreen } from './draft.ts';
import { FIRST_STEP, type Flow, flowReducer, toPayment } from './flow.ts';
import { firstScreen, type StepEntry } from './visits.ts';

const atPayment = toPayment(FIRST_CATALOG, '7-day', entriesWith());
const done = flowReducer(FIRST_CATALOG, atPayment, {
  type: 'paid',
  payment: { paymentIntent: 'pi_1', clientSecret: 'pi_1_secret_x' },
});

const screenOf = (flow: Flow, visit = 1) => ({
  ...firstScreen(FIRST_CATALOG),
  visit,
  newestVisit: visit,
  flow,
});
const resumeFlow = (isReturn: boolean, entry: StepEntry | null = null) =>
  resumeScreen(FIRST_CATALOG, entry, isReturn).flow;
const entryOf = (step: StepEntry['step'], visit = 1): StepEntry => ({
  visit,
  step,
  rentalType: step === 'details' || step === 'payment' ? '7-day' : null,
  behind: 0,
});

beforeEach(() => sessionStorage.clear());

test('a reload keeps step and details', () => {
  saveDraft(atPayment);
  expect(resumeFlow(true)).toEqual(atPayment);
  saveDraft({ step: 'details', rentalType: '1-day', entries: entriesWith({ city: 'Half ty' }) });
  expect(resumeFlow(true)).toMatchObject({
    step: 'details',
    rentalType: '1-day',
    entries: { city: 'Half ty' },
  });
});

test('going back to the options keeps the entries', () => {
  saveDraft({ step: 'rental', entries: entriesWith() });
  expect(resumeFlow(true)).toEqual({ step: 'rental', entries: entriesWith() });
});

test('an untouched first step stores nothing', () => {
  saveDraft(FIRST_STEP);
  expect(sessionStorage).toHaveLength(0);
});

test('a stored payment with invalid details returns to the form', () => {
  saveDraft({ ...atPayment, entries: entriesWith({ zip: '1' }) } as typeof atPayment);
  expect(resumeFlow(true).step).toBe('details');
});

test('a reload after a payment shows the receipt, and a new visit starts empty', () => {
  saveScreen(screenOf(done));
  expect(resumeFlow(true)).toMatchObject({
    step: 'done',
    payment: null,
    receipt: { dumpsterType: '15-yard' },
  });
  expect(resumeFlow(false)).toBe(FIRST_STEP);
});

test('the entry of a paid visit shows its receipt, without the back-forward cache and after a later visit', () => {
  saveScreen(screenOf(done));
  saveScreen(screenOf({ step: 'details', rentalType: '1-day', entries: entriesWith({ city: 'Later' }) }, 2));
  for (const step of ['rental', 'details', 'payment', 'done'] as const) {
    expect(resumeScreen(FIRST_CATALOG, entryOf(step), true)).toMatchObject({
      visit: 1,
      newestVisit: 2,
      flow: { step: 'done' },
    });
  }
  expect(resumeFlow(true, entryOf('details', 2))).toMatchObject({
    step: 'details',
    entries: { city: 'Later' },
  });
});

test('the step of the history entry is shown, not the one that the tab was on last', () => {
  saveDraft(atPayment);
  expect(resumeFlow(true, entryOf('details'))).toMatchObject({ step: 'details', entries: atPayment.entries });
  expect(resumeFlow(true, entryOf('rental')).step).toBe('rental');
  expect(resumeFlow(true, entryOf('payment')).step).toBe('payment');
});

test('the first step of another booking is not replaced by the receipt of the one before', () => {
  saveScreen(screenOf(done));
  saveScreen(screenOf(FIRST_STEP, 2));
  expect(resumeFlow(true, entryOf('rental', 2))).toBe(FIRST_STEP);
});

test('a client secret is never stored', () => {
  for (const flow of [atPayment, done]) {
    saveScreen(screenOf(flow));
    expect(JSON.stringify({ ...sessionStorage })).not.toContain('secret');
  }
});

test('an invalid draft is ignored', () => {
  for (const text of ['{', '{"step":"payment"}', '{"step":"details","rentalType":7,"entries":{}}']) {
    sessionStorage.setItem('booking-draft', text);
    expect(resumeFlow(true)).toBe(FIRST_STEP);
  }
  sessionStorage.setItem(
    'booking-draft',
    '{"step":"details","rentalType":"1-day","entries":{"terms":"yes"}}',
  );
  expect(resumeFlow(true)).toMatchObject({ step: 'details', entries: { terms: false } });
});

test('one checkout has one key', () => {
  expect(checkoutKey()).toBe(checkoutKey());
  expect(checkoutKey()).toMatch(/^[0-9a-f-]{36}$/);
});

test('a booking works in a browser without storage', () => {
  const closed = vi.spyOn(window, 'sessionStorage', 'get').mockImplementation(() => {
    throw new DOMException('denied', 'SecurityError');
  });
  saveDraft(atPayment);
  expect(resumeFlow(true)).toEqual(atPayment);
  saveDraft(FIRST_STEP);
  closed.mockRestore();
});
