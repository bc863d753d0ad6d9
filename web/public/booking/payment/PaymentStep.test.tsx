import { act, cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { site } from '#web/config.ts';
import { currentToast, dismissToast } from '#web/kit/ui/toast/toast-store.ts';
import { pendingBooking } from '#web/public/booking/catalog/pending-booking.ts';
import { saveHeldRental } from '#web/public/booking/hold/held-rentals.ts';
import { BookingProvider } from '#web/public/booking/test/booking-provider.tsx';
import { entriesWith, FIRST_CATALOG } from '#web/public/booking/test/samples.ts';
import { serveCards } from '#web/test/card.ts';
import { refusal, serve } from '#web/test/office.tsx';
import { PaymentStep } from './PaymentStep.tsx';

const OPEN = 'POST /api/create-payment-intent';
const STATUS = 'POST /api/booking-status';
const NEXT = 'GET /api/next-available-date/7-day?dumpsterType=15-yard&from=2026-12-01&daysBefore=6';
const NOW = '2026-11-21T12:00:00.000Z';
const opened = (secret = 'pi_1_secret_1') => ({
  body: { clientSecret: secret, expiresAt: '2026-11-21T12:20:00.000Z', now: NOW },
});
const DECLINE = { error: { type: 'card_error', message: 'Your card was declined.' } };
const BLOCKED = {
  ...refusal(429, 'too_many', {
    message: 'Too many card payments were declined, so online booking is paused.',
    issues: [],
  }),
  headers: { 'Retry-After': '3540' },
};
BLOCKED.body = { ...(BLOCKED.body as object), reason: 'declined_payments' };
const OWN_HOLD = refusal(409, 'own_hold', 'You have an unfinished booking in this browser.');
OWN_HOLD.body = { ...(OWN_HOLD.body as object), now: NOW, expiresAt: '2026-11-21T12:12:30.000Z' };

function show() {
  const entries = entriesWith();
  const dispatch = vi.fn();
  render(
    <BookingProvider>
      <PaymentStep
        booking={pendingBooking(FIRST_CATALOG, '7-day', entries)!}
        entries={entries}
        dispatch={dispatch}
      />
    </BookingProvider>,
  );
  return dispatch;
}

type Reply = ReturnType<typeof refusal>;

/** Answers in this order; the last answer is repeated. */
function replies(...list: (Reply | (() => Reply))[]): () => Reply {
  return () => {
    const next = list.length > 1 ? list.shift() : list[0];
    if (!next) throw new Error('No reply is left');
    return typeof next === 'function' ? next() : next;
  };
}

const unreachable = (): never => {
  throw new TypeError('Failed to fetch');
};
const isReady = () => waitFor(() => expect(screen.getByRole('form').getAttribute('aria-busy')).toBe('false'));
const pay = async () => {
  await isReady();
  press('Pay Deposit');
};
const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }));
const panel = async (name: string) => {
  const heading = await screen.findByRole('heading', { level: 2, name });
  await waitFor(() => expect(document.activeElement).toBe(heading));
  return heading.closest('section')!;
};

function expectContact(part: HTMLElement) {
  const links = within(part)
    .getAllByRole('link')
    .map((link) => link.getAttribute('href'));
  expect(links).toEqual([`tel:${site.businessPhone.replace(/\D/g, '')}`, `mailto:${site.businessEmail}`]);
}

let bank: ReturnType<typeof serveCards>;
beforeEach(() => {
  bank = serveCards();
  localStorage.clear();
  sessionStorage.clear();
});
afterEach(() => {
  cleanup();
  vi.useRealTimers();
  const toast = currentToast();
  if (toast) dismissToast(toast.id);
});

test('without a connection nothing is charged, and the form shows it until the next attempt', async () => {
  serve({ [OPEN]: replies(opened(), unreachable, opened()) });
  const dispatch = show();
  await pay();
  const message = await screen.findByRole('alert');
  expect(message.textContent).toContain(
    'Your card was not charged. We could not reach our server or our payment provider. Check your internet connection, then try again.',
  );
  expectContact(message);
  expect(currentToast()).toMatchObject({
    title: 'Payment Setup Error',
    text: 'An error occurred while setting up payment',
  });
  expect(bank.confirmed).toEqual([]);

  await pay();
  await waitFor(() => expect(dispatch).toHaveBeenCalledWith(expect.objectContaining({ type: 'paid' })));
  expect(screen.queryByRole('alert')).toBeNull();
});

test.each([
  {
    reply: refusal(502, 'provider_unavailable', 'You have not been charged. Please try again.'),
    said: /^You have not been charged/,
  },
  {
    reply: refusal(500, 'internal', 'Something went wrong on our side.'),
    said: /^Your card was not charged. Something went wrong/,
  },
  {
    reply: refusal(429, 'too_many', 'Too many requests.'),
    said: /^Your card was not charged. Too many requests/,
  },
])(
  'a server that answers $reply.status before the card is sent: the form says why',
  async ({ reply, said }) => {
    serve({ [OPEN]: replies(opened(), reply) });
    show();
    await pay();
    expect((await screen.findByRole('alert')).textContent).toMatch(said);
    expect(screen.getByRole('timer').textContent).toMatch(/^(20:00|19:5\d)$/);
    expect(bank.confirmed).toEqual([]);
  },
);

test('a declined card shows what to do, and the payment continues', async () => {
  serve({ [OPEN]: opened(), [STATUS]: { body: { status: 'requires_payment_method', booking: null } } });
  bank.answers = [DECLINE];
  const dispatch = show();
  await pay();
  const problem = await screen.findByText(
    'Your card was declined. You were not charged. Check the card or use another one.',
  );
  expectContact(problem.parentElement!);
  await pay();
  await waitFor(() => expect(dispatch).toHaveBeenCalledWith(expect.objectContaining({ type: 'paid' })));
});

test('after the last declined card the countdown stops and the page explains why', async () => {
  serve({
    [OPEN]: replies(opened(), opened(), BLOCKED),
    [STATUS]: { body: { status: 'canceled', booking: null } },
  });
  bank.answers = [DECLINE];
  show();
  await isReady();
  vi.useFakeTimers({ toFake: ['setTimeout'] });
  await act(() => vi.advanceTimersByTimeAsync(0));
  press('Pay Deposit');
  // Testing Library's waitFor would wait with the faked timers.
  await vi.waitFor(() => expect(screen.getByText(/Your card was declined/)).toBeTruthy(), 10_000);
  await act(() => vi.advanceTimersByTimeAsync(1000));
  vi.useRealTimers();
  const message = await panel('Too many payments were declined');
  expect(message.textContent).toContain('online booking is paused');
  expect(message.textContent).toContain('You can try again in about 59 minutes.');
  expectContact(message);
  expect(screen.queryByRole('timer')).toBeNull();
  expect(screen.queryByRole('button', { name: 'Pay Deposit' })).toBeNull();
});

test('an attempt after the last allowed one closes the form with the reason', async () => {
  serve({ [OPEN]: replies(opened(), BLOCKED) });
  show();
  await pay();
  expectContact(await panel('Too many payments were declined'));
  expect(bank.confirmed).toEqual([]);
  expect(screen.queryByRole('timer')).toBeNull();
});

test('a reload while payments are blocked shows the same explanation', async () => {
  serve({ [OPEN]: BLOCKED });
  show();
  const message = await panel('Too many payments were declined');
  expect(message.textContent).not.toContain('Please wait');
  expectContact(message);
});

test.each([
  ['The 15-Yard has just sold out', refusal(409, 'sold_out', 'Sold out.')],
  ['Please wait a moment', refusal(429, 'too_many', 'Slow down.')],
  ['Payment setup failed', refusal(502, 'provider_unavailable', 'Try later.')],
  ['Payment setup failed', unreachable],
])('%s: phone and e-mail are there', async (title, reply) => {
  serve({
    [OPEN]: replies(reply),
    [NEXT]: { body: { nextAvailableDate: '2026-12-09', previousAvailableDate: null } },
  });
  show();
  expectContact(await panel(title));
});

test("a rental that overlaps the customer's own hold is not called just sold out", async () => {
  saveHeldRental({ days: 7, dumpsterType: '15-yard', deliveryDate: '2026-11-28' });
  serve({
    [OPEN]: refusal(409, 'sold_out', 'Sold out.'),
    [NEXT]: { body: { nextAvailableDate: '2026-12-09', previousAvailableDate: null } },
  });
  show();
  const message = await panel('The 15-Yard is not free on all of these days');
  expect(message.textContent).toContain('No 15-Yard is free on all days from Dec 1, 2026 to Dec 7, 2026.');
  expect(message.textContent).not.toMatch(/just|last one|no longer/);
  expectContact(message);
});

test("the customer's unfinished booking of another tab can be continued here", async () => {
  const asked = serve({ [OPEN]: replies(OWN_HOLD, opened()) });
  show();
  const message = await panel('You have an unfinished booking');
  expect(message.textContent).toMatch(
    /^You have an unfinished bookingThe 15-Yard for .* is held for a booking that you started in this browser/,
  );
  expect(message.textContent).toMatch(/, for 12:(30|29) more\./);
  expectContact(message);
  press('Continue here');
  await screen.findByRole('timer');
  const [first, second] = asked.map(
    ({ body }) => (body as { bookingData: Record<string, unknown> }).bookingData,
  );
  expect(first).not.toHaveProperty('continueHold');
  expect(second).toEqual({ ...first, continueHold: true });
  expect(first?.deviceId).toMatch(/^[0-9a-f-]{36}$/);
  expect(localStorage.getItem('booking-moved')).toBeTruthy();
});

test('continuing while the earlier payment is in progress is rejected at once', async () => {
  serve({
    [OPEN]: replies(OWN_HOLD, refusal(409, 'busy', 'A payment is in progress in another tab.'), opened()),
  });
  show();
  await panel('You have an unfinished booking');
  press('Continue here');
  const message = await panel('Please try again in a moment');
  expect(message.textContent).toContain('A payment is in progress in another tab.');
  expectContact(message);
});

test('at the limit an older booking can be ended for this one', async () => {
  const limit = refusal(429, 'too_many', 'You already have unfinished bookings.');
  const ownHold = { now: NOW, expiresAt: '2026-11-21T12:12:30.000Z' };
  limit.body = { ...(limit.body as object), reason: 'holds', ownHold };
  const asked = serve({ [OPEN]: replies(limit, opened()) });
  show();
  await panel('You have unfinished bookings');
  press('End the older one and continue here');
  await screen.findByRole('timer');
  expect(asked[1]?.body).toMatchObject({ bookingData: { continueHold: true } });
});

test('a tab whose hold was moved says so and can take it back', async () => {
  let status = 'requires_payment_method';
  const asked = serve({
    [OPEN]: replies(opened(), opened('pi_2_secret_2')),
    [STATUS]: () => ({ body: { status, booking: null } }),
  });
  show();
  await screen.findByRole('timer');
  const move = () => act(() => window.dispatchEvent(new StorageEvent('storage', { key: 'booking-moved' })));
  // The page listens after its effects have run.
  await act(async () => {});
  move();
  await waitFor(() => expect(asked.filter(({ call }) => call === STATUS)).toHaveLength(1));
  expect(screen.getByRole('timer')).toBeTruthy();
  status = 'canceled';
  move();
  const message = await panel('You continued this booking in another tab');
  expect(message.textContent).toContain('Your card was not charged');
  expect(screen.queryByRole('timer')).toBeNull();
  press('Continue here');
  await screen.findByRole('timer');
  expect(asked.at(-1)?.body).toMatchObject({ bookingData: { continueHold: true } });
});

test('card fields that do not load show an error and a retry', async () => {
  serve({ [OPEN]: opened() });
  bank.canLoad = false;
  show();
  expectContact(await panel('Payment setup failed'));
  bank.canLoad = true;
  press('Try again');
  await screen.findByRole('timer');
});
