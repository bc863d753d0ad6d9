import { beforeEach, expect, test } from 'vitest';
import { FakePage } from '#web/public/booking/test/fake-page.ts';
import { entriesWith } from '#web/public/booking/test/samples.ts';

const PAYMENT = { paymentIntent: 'pi_1', clientSecret: 'pi_1_secret' };
const VALID = entriesWith();

function pageAtPayment(): FakePage {
  const page = new FakePage();
  page.dispatch({ type: 'rentalPicked', rentalType: '7-day' });
  page.type(VALID);
  page.dispatch({ type: 'detailsSubmitted', entries: VALID });
  return page;
}

const stepOf = (page: FakePage) => page.screen.flow.step;

beforeEach(() => sessionStorage.clear());

test('Back and Forward go from step to step', () => {
  const page = pageAtPayment();
  const steps = [-1, -1, 1, 1].map((delta) => {
    page.traverse(delta);
    return stepOf(page);
  });
  expect(steps).toEqual(['details', 'rental', 'details', 'payment']);
});

test('the Back buttons of the page and of the browser use the same entries', () => {
  const page = pageAtPayment();
  page.dispatch({ type: 'backToDetails' });
  expect([stepOf(page), page.history.index]).toEqual(['details', 2]);
  page.dispatch({ type: 'backToRental', entries: page.typed });
  expect([stepOf(page), page.history.index]).toEqual(['rental', 1]);
  expect(page.history.entries).toHaveLength(4);
});

test('two presses of Back before the browser has gone back do not leave the site', () => {
  const page = pageAtPayment();
  page.dispatchEarly({ type: 'backToDetails' });
  page.dispatch({ type: 'backToRental', entries: VALID });
  expect([stepOf(page), page.history.entries[0]]).toEqual(['rental', 'elsewhere']);
  expect(page.history.state).toMatchObject({ step: 'rental' });
});

test('Forward to the payment with details that are no longer valid shows the form', () => {
  const page = pageAtPayment();
  page.traverse(-1);
  page.type({ ...VALID, email: '' });
  page.traverse(1);
  expect([stepOf(page), page.history.index, page.refusals]).toEqual(['details', 2, 1]);
});

test('Forward to the payment with changed details pays for the changed details', () => {
  const page = pageAtPayment();
  page.traverse(-1);
  page.type({ ...VALID, city: 'Elsewhere' });
  page.traverse(1);
  expect(page.screen.flow).toMatchObject({ step: 'payment', booking: { city: 'Elsewhere' } });
});

test('Back while the card is charged stays at the payment', () => {
  const page = pageAtPayment();
  page.dispatch({ type: 'confirming', isConfirming: true });
  page.traverse(-1);
  page.traverse(-2);
  expect([stepOf(page), page.history.index]).toEqual(['payment', 3]);
  page.dispatch({ type: 'confirming', isConfirming: false });
  page.traverse(-1);
  expect(stepOf(page)).toBe('details');
});

test('after the confirmation Back shows it for each earlier step, then leaves the site', () => {
  const page = pageAtPayment();
  page.dispatch({ type: 'paid', payment: PAYMENT });
  page.traverse(-1);
  page.traverse(-1);
  expect([stepOf(page), page.history.index]).toEqual(['done', 1]);
});

test('after the confirmation Back and Forward show the confirmation, and so does a reload', () => {
  const page = pageAtPayment();
  page.dispatch({ type: 'paid', payment: PAYMENT });
  for (const delta of [-1, -1, 1, 1]) {
    page.traverse(delta);
    expect(stepOf(page)).toBe('done');
    page.reload();
    expect(stepOf(page)).toBe('done');
  }
});

test('another booking starts after the confirmation of the first, and Back shows that confirmation', () => {
  const page = pageAtPayment();
  page.dispatch({ type: 'paid', payment: PAYMENT });
  page.dispatch({ type: 'startedOver' });
  page.dispatch({ type: 'rentalPicked', rentalType: '30-day' });
  // Customer and place stay; size, day and the agreement are asked again.
  const { firstName, address, zip } = entriesWith();
  expect(page.screen.flow).toMatchObject({
    entries: { firstName, address, zip, dumpsterType: '', deliveryDate: '', notes: '', terms: false },
  });
  page.type(entriesWith({ firstName: 'Second' }));
  page.traverse(-2);
  expect(page.screen).toMatchObject({ visit: 1, flow: { step: 'done' } });
  page.traverse(2);
  expect(page.screen.flow).toMatchObject({
    step: 'details',
    rentalType: '30-day',
    entries: { firstName: 'Second' },
  });
});

test('a link within the page changes no step', () => {
  const page = pageAtPayment();
  page.history.pushState(null);
  page.traverse(0);
  expect(stepOf(page)).toBe('payment');
});

test('a visit that continues in a new document can go back to its earlier steps', () => {
  pageAtPayment();
  const page = new FakePage();
  expect(stepOf(page)).toBe('payment');
  page.traverse(-1);
  expect(stepOf(page)).toBe('details');
  page.traverse(-1);
  expect(stepOf(page)).toBe('rental');
});
