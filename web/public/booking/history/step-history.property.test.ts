import fc from 'fast-check';
import { expect, test } from 'vitest';
import { randomRuns } from '#domain/test/random-runs.ts';
import { pendingBooking } from '#web/public/booking/catalog/pending-booking.ts';
import { FakePage } from '#web/public/booking/test/fake-page.ts';
import { entriesWith, FIRST_CATALOG } from '#web/public/booking/test/samples.ts';

import { parseEntry } from '#web/public/booking/visits.ts';
import { findReceipt } from '#web/public/rental/stored-receipts.ts';
import { customerOf, EMPTY_ENTRIES, type Entries } from './entries.ts';

const RENTAL_IDS = FIRST_CATALOG.rentalOptions.map(({ id }) => id);
const PAYMENT = { paymentIntent: 'pi_1', clientSecret: 'pi_1_secret' };
const stepOf = (page: FakePage) => page.screen.flow.step;

type Name = 'submit' | 'back' | 'confirm' | 'decline' | 'pay' | 'again' | 'reload';
type Action =
  | { do: 'pick'; rentalType: string }
  | { do: 'type'; entries: Entries }
  | { do: Name }
  | { do: 'traverse'; delta: number };

const pick = fc.constantFrom(...RENTAL_IDS).map((rentalType): Action => ({ do: 'pick', rentalType }));
const type = fc
  .record({ email: fc.constantFrom('', 'a@example.com', 'b@example.com'), city: fc.constantFrom('A', 'B') })
  .map((changes): Action => ({ do: 'type', entries: entriesWith(changes) }));
const simple = fc
  .constantFrom<Name>('submit', 'back', 'confirm', 'decline', 'pay', 'again', 'reload')
  .map((name): Action => ({ do: name }));
const traversal = fc.integer({ min: -3, max: 3 }).map((delta): Action => ({ do: 'traverse', delta }));
/** Random steps alone rarely reach a payment. */
const toPayment = fc
  .tuple(pick, type)
  .map(([picked, typed]): Action[] => [picked, typed, { do: 'submit' }, { do: 'confirm' }]);
const actions = fc
  .array(
    fc.oneof(
      { weight: 2, arbitrary: toPayment },
      { weight: 5, arbitrary: fc.oneof(pick, type, simple, traversal).map((each) => [each]) },
      { weight: 3, arbitrary: traversal.map((each) => [each]) },
    ),
    { maxLength: 30 },
  )
  .map((parts) => parts.flat());

/** The choices and input of the current visit, and the paid bookings. */
type Chosen = {
  rentalType: string | null;
  entries: Entries;
  paid: Map<number, string>;
  /** Who paid last in this document. */
  customer: Entries;
};

test('random actions keep the choices and never skip a payment', () => {
  fc.assert(
    fc.property(actions, (way) => {
      sessionStorage.clear();
      const page = new FakePage();
      const chosen: Chosen = {
        rentalType: null,
        entries: EMPTY_ENTRIES,
        paid: new Map(),
        customer: EMPTY_ENTRIES,
      };
      for (const action of way) {
        act(page, chosen, action);
        expectKept(page, chosen);
      }
    }),
    randomRuns({ sample: 300, long: 20000 }),
  );
});

function act(page: FakePage, chosen: Chosen, action: Action): void {
  const { flow, visit } = page.screen;
  switch (action.do) {
    case 'pick':
      if (flow.step === 'rental') chosen.rentalType = action.rentalType;
      page.dispatch({ type: 'rentalPicked', rentalType: action.rentalType });
      return;
    case 'type':
      if (flow.step !== 'details') return;
      chosen.entries = action.entries;
      page.type(action.entries);
      return;
    case 'submit':
      page.dispatch({ type: 'detailsSubmitted', entries: page.typed });
      return;
    case 'back':
      page.dispatch(
        flow.step === 'payment' ? { type: 'backToDetails' } : { type: 'backToRental', entries: page.typed },
      );
      return;
    case 'confirm':
    case 'decline':
      page.dispatch({ type: 'confirming', isConfirming: action.do === 'confirm' });
      return;
    case 'pay':
      if (flow.step === 'payment') {
        chosen.paid.set(visit, `${flow.booking.email} ${flow.booking.city}`);
        const customer = customerOf(chosen.entries);
        Object.assign(chosen, { rentalType: null, entries: EMPTY_ENTRIES, customer });
      }
      page.dispatch({ type: 'paid', payment: PAYMENT });
      return;
    case 'again':
      if (flow.step !== 'done') return;
      if (visit === page.screen.newestVisit) chosen.entries = chosen.customer;
      page.dispatch({ type: 'startedOver' });
      return;
    case 'reload':
      chosen.customer = EMPTY_ENTRIES;
      page.reload();
      return;
    case 'traverse':
      traverse(page, action.delta);
  }
}

/** Back and Forward show the step of the entry, unless the card is being charged or the details are not valid. */
function traverse(page: FakePage, delta: number): void {
  const { history } = page;
  const { flow } = page.screen;
  const before = { index: history.index, count: history.entries.length };
  const target = parseEntry(history.entries[before.index + delta]);
  page.traverse(delta);
  expect(history.entries).toHaveLength(before.count);
  if (flow.step === 'payment' && flow.isConfirming) {
    expect([stepOf(page), history.index]).toEqual(['payment', before.index]);
    return;
  }
  if (!target) return;
  const isPaid = findReceipt(target.visit) !== null;
  if (target.step === 'payment' && !isPaid) return;
  expect([stepOf(page), history.index]).toEqual([isPaid ? 'done' : target.step, before.index + delta]);
}

function expectKept(page: FakePage, chosen: Chosen): void {
  const { flow, visit } = page.screen;
  const entry = parseEntry(page.history.state);
  expect(page.history.index).toBeGreaterThan(0);
  expect([entry?.visit, entry?.step]).toEqual([visit, flow.step]);
  if (flow.step === 'done') {
    expect(`${flow.receipt.contact?.email} ${flow.receipt.contact?.city}`).toBe(chosen.paid.get(visit));
    return;
  }
  expect(chosen.paid.has(visit)).toBe(false);
  expect(page.typed).toEqual(chosen.entries);
  if (flow.step !== 'rental') expect(flow.rentalType).toBe(chosen.rentalType);
  if (flow.step === 'payment')
    expect(flow.booking).toEqual(pendingBooking(FIRST_CATALOG, flow.rentalType, page.typed));
}
