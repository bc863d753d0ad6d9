import fc from 'fast-check';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { randomRuns } from '#domain/test/random-runs.ts';
import { FakeFrames } from '#web/public/booking/test/fake-frames.ts';
import type { PageModel } from '#web/public/booking/test/fake-page.ts';
import { entriesWith, FIRST_CATALOG } from '#web/public/booking/test/samples.ts';
import { parseEntry } from '#web/public/booking/visits.ts';

const PAYMENT = { paymentIntent: 'pi_1', clientSecret: 'pi_1_secret' };
const VALID = entriesWith();
let frames: FakeFrames;

beforeEach(() => {
  sessionStorage.clear();
  frames = new FakeFrames();
});

afterEach(() => {
  vi.unstubAllGlobals();
  window.name = '';
});

const steps = () => [frames.pages.a.screen.flow.step, frames.pages.b.screen.flow.step];

function pickRental(page: PageModel, rentalType: string = '7-day') {
  page.dispatch({ type: 'rentalPicked', rentalType });
}

function submitDetails(page: PageModel) {
  page.type(VALID);
  page.dispatch({ type: 'detailsSubmitted', entries: VALID });
}

function goBack(page: PageModel) {
  page.dispatch(
    page.screen.flow.step === 'payment'
      ? { type: 'backToDetails' }
      : { type: 'backToRental', entries: page.typed },
  );
}

/** Both frames at the payment; their steps alternate. */
function goToPayments() {
  for (const name of ['a', 'b'] as const) frames.act(name, pickRental);
  for (const name of ['a', 'b'] as const) frames.act(name, submitDetails);
}

test('the Back button of a frame moves this frame only, even if the other one moved last', () => {
  goToPayments();
  frames.act('a', goBack);
  expect(steps()).toEqual(['details', 'payment']);
  frames.act('a', goBack);
  expect(steps()).toEqual(['rental', 'payment']);
  frames.act('b', goBack);
  expect(steps()).toEqual(['rental', 'details']);
});

test('the Back button of a frame does not move the host', () => {
  frames.act('a', pickRental);
  frames.moveHost('#prices');
  frames.act('a', goBack);
  expect(steps()).toEqual(['rental', 'rental']);
  expect(frames.entries[frames.index]?.host).toBe('#prices');
  frames.act('a', pickRental);
  expect(steps()).toEqual(['details', 'rental']);
});

test("the browser's Back undoes the steps of both frames, latest first, and Forward repeats them", () => {
  goToPayments();
  const seen = [-1, -1, -1, -1, 1, 1, 1, 1].map((delta) => {
    frames.traverse(delta);
    return steps().join(' ');
  });
  expect(seen).toEqual([
    'payment details',
    'details details',
    'details rental',
    'rental rental',
    'details rental',
    'details details',
    'payment details',
    'payment payment',
  ]);
});

test("after the page's Back button, the browser's Back goes one more step back and then leaves", () => {
  frames.act('a', pickRental);
  frames.act('a', submitDetails);
  frames.act('a', goBack);
  frames.traverse(-1);
  expect(steps()).toEqual(['rental', 'rental']);
  expect(frames.hasLeft).toBe(false);
  frames.traverse(-1);
  expect(frames.hasLeft).toBe(true);
});

test('another rental picked after Back is the one that Back and Forward show', () => {
  frames.act('a', pickRental);
  frames.act('a', submitDetails);
  frames.act('a', goBack);
  frames.act('a', goBack);
  frames.act('a', (page) => pickRental(page, '30-day'));
  frames.act('a', submitDetails);
  frames.traverse(-1);
  expect(frames.pages.a.screen.flow).toMatchObject({ step: 'details', rentalType: '30-day' });
  frames.traverse(1);
  expect(frames.pages.a.screen.flow).toMatchObject({ step: 'payment', rentalType: '30-day' });
});

test('Back while the card is charged stays at the payment, with its earlier steps behind it', () => {
  frames.act('a', pickRental);
  frames.act('a', submitDetails);
  frames.act('a', (page) => page.dispatch({ type: 'confirming', isConfirming: true }));
  frames.traverse(-1);
  expect(steps()).toEqual(['payment', 'rental']);
  frames.act('a', (page) => page.dispatch({ type: 'confirming', isConfirming: false }));
  frames.traverse(-1);
  expect(steps()).toEqual(['details', 'rental']);
});

test('Forward to a payment that the details forbid shows the form', () => {
  frames.act('a', pickRental);
  frames.act('a', submitDetails);
  frames.traverse(-1);
  frames.act('a', (page) => page.type({ ...VALID, email: '' }));
  frames.traverse(1);
  expect([steps()[0], frames.pages.a.refusals]).toEqual(['details', 1]);
});

test("after the confirmation the browser's Back never shows the payment, and the other frame continues", () => {
  goToPayments();
  frames.act('a', (page) => page.dispatch({ type: 'paid', payment: PAYMENT }));
  for (const expected of ['done payment', 'done details', 'done details', 'done rental', 'done rental']) {
    expect(steps().join(' ')).toBe(expected);
    frames.traverse(-1);
  }
});

test('a booking that continues in a new document adds entries only once the customer does something', () => {
  frames.act('a', pickRental);
  frames.act('a', submitDetails);
  const reloaded = new FakeFrames();
  frames = reloaded;
  expect([steps()[0], reloaded.entries.length]).toEqual(['payment', 2]);
  reloaded.act('a', () => {});
  reloaded.traverse(-1);
  expect(steps()[0]).toBe('details');
  reloaded.traverse(-1);
  expect(steps()[0]).toBe('rental');
});

test('Forward from a reloaded first step shows the rental of its entry', () => {
  frames.act('a', pickRental);
  frames.act('a', (page) => {
    // The host page was left and reached again at an older entry.
    frames.index = 1;
    page.reload();
  });
  expect(steps()[0]).toBe('rental');
  frames.traverse(1);
  expect(frames.pages.a.screen.flow).toMatchObject({ step: 'details', rentalType: '7-day' });
});

type Action =
  | { frame: 'a' | 'b'; do: 'pick'; rentalType: string }
  | { frame: 'a' | 'b'; do: 'submit' | 'back' | 'confirm' | 'decline' | 'pay' | 'again' }
  | { frame: 'host'; do: 'fragment' }
  | { frame: 'browser'; delta: number };

const frame = fc.constantFrom('a' as const, 'b' as const);
const actions = fc.array(
  fc.oneof(
    fc.record({
      frame,
      do: fc.constant('pick' as const),
      rentalType: fc.constantFrom(...FIRST_CATALOG.rentalOptions.map(({ id }) => id)),
    }),
    fc.record({
      frame,
      do: fc.constantFrom('submit' as const, 'submit', 'back', 'confirm', 'decline', 'pay', 'again'),
    }),
    fc.record({ frame: fc.constant('host' as const), do: fc.constant('fragment' as const) }),
    fc.record({ frame: fc.constant('browser' as const), delta: fc.integer({ min: -3, max: 3 }) }),
  ),
  { maxLength: 40 },
);

test('random actions in two frames keep the choices, and each frame moves alone', () => {
  fc.assert(
    fc.property(actions, (way) => {
      sessionStorage.clear();
      frames = new FakeFrames();
      const picked: Record<'a' | 'b', string | null> = { a: null, b: null };
      const paid: Record<'a' | 'b', Set<number>> = { a: new Set(), b: new Set() };
      for (const action of way) {
        const isLeaveAllowed = mayLeavePage(action);
        act(action, picked, paid);
        if (frames.hasLeft) {
          expect(isLeaveAllowed).toBe(true);
          return;
        }
        for (const name of ['a', 'b'] as const) {
          const { flow, visit } = frames.pages[name].screen;
          expect(parseEntry(frames.entries[frames.index]?.[name].state)).toMatchObject({
            visit,
            step: flow.step,
          });
          expect(flow.step === 'done').toBe(paid[name].has(visit));
          if (flow.step !== 'done' && flow.step !== 'rental') expect(flow.rentalType).toBe(picked[name]);
        }
      }
    }),
    randomRuns({ sample: 300, long: 20000 }),
  );
});

/**
 * True if an action may leave the host page. Only the browser's Back and Forward may, to the entry before the host
 * page or in a frame that shows its first step.
 */
function mayLeavePage(action: Action): boolean {
  if (action.frame !== 'browser' || action.delta >= 0) return false;
  const [present, target] = [frames.entries[frames.index], frames.entries[frames.index + action.delta]];
  if (!present || !target) return false;
  const movesOn = (name: 'a' | 'b') =>
    target[name] !== present[name] && frames.pages[name].screen.flow.step === 'rental';
  return target === frames.entries[0] || movesOn('a') || movesOn('b');
}

function act(
  action: Action,
  picked: Record<'a' | 'b', string | null>,
  paid: Record<'a' | 'b', Set<number>>,
): void {
  if (action.frame === 'host') {
    frames.moveHost('#prices');
    return;
  }
  if (action.frame === 'browser') {
    frames.traverse(action.delta);
    return;
  }
  const name = action.frame;
  const other = name === 'a' ? 'b' : 'a';
  const before = { other: frames.pages[other].screen, host: frames.entries[frames.index]?.host };
  frames.act(name, (page) => {
    const { flow, visit } = page.screen;
    if (action.do === 'pick') {
      if (flow.step === 'rental') picked[name] = action.rentalType;
      pickRental(page, action.rentalType);
    } else if (action.do === 'submit') {
      if (flow.step === 'details') submitDetails(page);
    } else if (action.do === 'back') goBack(page);
    else if (action.do === 'pay') {
      if (flow.step === 'payment') paid[name].add(visit);
      page.dispatch({ type: 'paid', payment: PAYMENT });
    } else if (action.do === 'again') {
      if (flow.step === 'done') page.dispatch({ type: 'startedOver' });
    } else page.dispatch({ type: 'confirming', isConfirming: action.do === 'confirm' });
  });
  expect(frames.pages[other].screen).toBe(before.other);
  expect(frames.entries[frames.index]?.host).toBe(before.host);
}
