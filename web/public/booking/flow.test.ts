import { expect, test } from 'vitest';
import { FIRST_RATE_CARD } from '#domain/catalog/seed.ts';
import { makeAgreement, makeCard } from '#domain/test/rate-cards.ts';
import { EMPTY_ENTRIES } from '#web/public/booking/history/entries.ts';
import { PRICED_CATALOG } from '#web/public/booking/test/priced-catalog.ts';
import { entriesWith, FIRST_CATALOG } from '#web/public/booking/test/samples.ts';
import { SUMMARY_LABELS } from '#web/test/bookings.ts';
import { FIRST_STEP, type Flow, type FlowEvent, flowReducer } from './flow.ts';

const run = (flow: Flow, ...events: FlowEvent[]) =>
  events.reduce((current, event) => flowReducer(FIRST_CATALOG, current, event), flow);
const picked: FlowEvent = { type: 'rentalPicked', rentalType: '7-day' };
const submitted: FlowEvent = { type: 'detailsSubmitted', entries: entriesWith() };
const payment = { paymentIntent: 'pi_1', clientSecret: 'pi_1_secret' };
const made = {
  id: 17,
  rentalType: '7-day',
  dumpsterType: '15-yard',
  ...SUMMARY_LABELS,
  deliveryDate: '2026-12-01',
  endDate: '2026-12-07',
  depositAmount: 42_500,
  status: 'pending',
} as const;

test('picking an option opens its details', () => {
  expect(run(FIRST_STEP, picked)).toEqual({ step: 'details', rentalType: '7-day', entries: EMPTY_ENTRIES });
});

test('going back to the options keeps the entries, also for another option', () => {
  const entries = entriesWith({ lastName: 'Typed' });
  const flow = run(
    FIRST_STEP,
    picked,
    { type: 'backToRental', entries },
    { ...picked, rentalType: '30-day' },
  );
  expect(flow).toEqual({ step: 'details', rentalType: '30-day', entries });
});

test('submitting makes a pending booking with the option and its deposit', () => {
  const flow = run(FIRST_STEP, picked, submitted);
  expect(flow.step === 'payment' && flow.booking).toMatchObject({
    id: 'pending',
    status: 'pending',
    rentalType: '7-day',
    depositAmount: 42_500,
  });
});

test('invalid entries stay at the form', () => {
  const entries = entriesWith({ email: 'invalid' });
  expect(run(FIRST_STEP, picked, { type: 'detailsSubmitted', entries })).toMatchObject({
    step: 'details',
    entries,
  });
});

test('going back from the payment keeps the entries', () => {
  expect(run(FIRST_STEP, picked, submitted, { type: 'backToDetails' })).toEqual({
    step: 'details',
    rentalType: '7-day',
    entries: entriesWith(),
  });
});

test('moving a sold-out booking to another day stays at the payment', () => {
  const flow = run(FIRST_STEP, picked, submitted, { type: 'dateMoved', deliveryDate: '2026-12-24' });
  expect(flow.step === 'payment' && [flow.booking.deliveryDate, flow.entries.deliveryDate]).toEqual([
    '2026-12-24',
    '2026-12-24',
  ]);
});

test('paying shows a receipt with the last day and no number; the number is added later', () => {
  const done = run(FIRST_STEP, picked, submitted, { type: 'paid', payment });
  expect(done).toMatchObject({ step: 'done', payment, receipt: { id: null, endDate: '2026-12-07' } });
  expect(run(done, { type: 'booked', booking: made })).toMatchObject({ receipt: { id: 17 } });
});

test('a receipt has the day of the pickup that was reserved, which is the last rental day unless it is later', () => {
  const pickupOf = (paid: object) => {
    const done = run(FIRST_STEP, picked, submitted, { type: 'paid', payment, ...paid });
    return done.step === 'done' && done.receipt.pickupDay;
  };
  expect([pickupOf({}), pickupOf({ pickupDay: '2026-12-09' })]).toEqual(['2026-12-07', '2026-12-09']);
});

test('a checkout that was paid before shows its booking', () => {
  const flow = run(FIRST_STEP, picked, submitted, { type: 'alreadyPaid', booking: made });
  expect(flow).toMatchObject({ step: 'done', receipt: { id: 17 }, payment: null });
});

test('a receipt shows the contact of the details until the server returns that of the booking', () => {
  const done = run(FIRST_STEP, picked, submitted, { type: 'paid', payment });
  const { email, address, city, state, zip } = entriesWith();
  const typed = { email, address, city, state, zip };
  expect(done).toMatchObject({ receipt: { contact: typed } });
  expect(run(done, { type: 'booked', booking: made })).toMatchObject({ receipt: { id: 17, contact: typed } });
  const contact = { ...typed, email: 'changed@example.com' };
  expect(run(done, { type: 'booked', booking: made, contact })).toMatchObject({ receipt: { contact } });
});

test('a receipt shows what the customer agreed to until the server returns it', () => {
  const done = run(FIRST_STEP, picked, submitted, { type: 'paid', payment });
  const agreed = makeAgreement(FIRST_RATE_CARD);
  expect(done).toMatchObject({ receipt: { agreement: agreed } });
  expect(run(done, { type: 'booked', booking: made })).toMatchObject({ receipt: { agreement: agreed } });
  const agreement = makeAgreement(makeCard());
  expect(run(done, { type: 'booked', booking: made, agreement })).toMatchObject({ receipt: { agreement } });
  const paidBefore = run(FIRST_STEP, picked, submitted, { type: 'alreadyPaid', booking: made, agreement });
  expect(paidBefore).toMatchObject({ receipt: { agreement } });
});

test('until the server returns it, a street has the rule of the zone of the delivery', () => {
  const place = { material: 'mixed', placementType: 'street', zone: 'hills', zoneZip: '12345' };
  const street = (event: FlowEvent) => {
    const submit: FlowEvent = { type: 'detailsSubmitted', entries: entriesWith(place) };
    const flow = [picked, submit, event].reduce<Flow>(
      (current, each) => flowReducer(PRICED_CATALOG, current, each),
      FIRST_STEP,
    );
    return flow.step === 'done' && flow.receipt.agreement?.street;
  };
  const rule = { permitBy: 'business', text: PRICED_CATALOG.area.zones[1]?.streetRule?.text };
  expect(street({ type: 'paid', payment })).toEqual(rule);
  expect(street({ type: 'alreadyPaid', booking: null })).toEqual(rule);
});

test('events of another step change nothing', () => {
  const done = run(FIRST_STEP, picked, submitted, { type: 'paid', payment });
  for (const event of [picked, submitted, { type: 'backToDetails' }] satisfies FlowEvent[]) {
    expect(flowReducer(FIRST_CATALOG, done, event)).toBe(done);
  }
  expect(flowReducer(FIRST_CATALOG, FIRST_STEP, { type: 'paid', payment })).toBe(FIRST_STEP);
});

test('a new start has empty entries', () => {
  const done = run(FIRST_STEP, picked, submitted, { type: 'paid', payment });
  expect(flowReducer(FIRST_CATALOG, done, { type: 'startedOver' })).toBe(FIRST_STEP);
});
