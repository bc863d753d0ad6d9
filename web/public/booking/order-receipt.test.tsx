import { cleanup, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { CallError } from '#web/api/call.ts';
import { CheckoutFailurePanel } from '#web/public/booking/extras/CheckoutFailurePanel.tsx';
import { toCheckoutFailure } from '#web/public/booking/extras/refused-checkout.ts';
import { BookingProvider } from '#web/public/booking/test/booking-provider.tsx';
import { entriesWith, FIRST_CATALOG } from '#web/public/booking/test/samples.ts';
import { Confirmation } from '#web/public/rental/Confirmation.tsx';
import { pendingBooking } from './catalog/pending-booking.ts';
import { resumeScreen, saveScreen } from './draft.ts';
import { toPayment } from './flow.ts';
import { firstScreen, type Screen, screenReducer } from './visits.ts';

beforeEach(() => sessionStorage.clear());
afterEach(cleanup);

/** The confirmation of an order of two, before its numbers are known. */
function paidOrder(): Screen {
  const flow = toPayment(FIRST_CATALOG, '7-day', entriesWith({ quantity: 2 }));
  const payment = { paymentIntent: 'pi_1', clientSecret: 'pi_1_secret_1' };
  return screenReducer({ ...firstScreen(FIRST_CATALOG), flow }, { type: 'paid', payment });
}

function receiptIn({ flow }: Screen) {
  if (flow.step !== 'done') throw new Error(`The step is ${flow.step}`);
  return flow.receipt;
}

const show = (screenNow: Screen) => render(<Confirmation receipt={receiptIn(screenNow)} isNumberPending />);
const booked = (screenNow: Screen) => {
  const {
    contact: _contact,
    hasUnit: _hasUnit,
    agreement: _agreement,
    quantity: _quantity,
    ...known
  } = receiptIn(screenNow);
  const booking = { ...known, id: 7, status: 'pending' as const };
  return screenReducer(screenNow, { type: 'booked', booking, orderNumbers: [7, 8] });
};

test('the confirmation of an order has the count and the sum at once, and all numbers once they exist', () => {
  const paid = paidOrder();
  show(paid);
  const summary = screen.getByRole('region', { name: 'Booking summary' });
  expect(summary.textContent).toContain('Bookings...');
  expect(summary.textContent).toContain('2 x 15-Yard');
  expect(summary.textContent).toContain('$850.00');
  cleanup();
  show(booked(paid));
  expect(screen.getByText('#7 and #8')).toBeTruthy();
  expect(screen.getByText(/and name bookings #7 and #8/)).toBeTruthy();
  expect(screen.getByText(/^We deliver 2 x 15-Yard dumpsters on /)).toBeTruthy();
});

test('a reload shows the confirmation of an order again', () => {
  saveScreen(booked(paidOrder()));
  expect(receiptIn(resumeScreen(FIRST_CATALOG, null, true))).toMatchObject({
    orderNumbers: [7, 8],
    quantity: 2,
  });
});

test('a customer who books again starts with one dumpster', () => {
  const next = screenReducer(paidOrder(), { type: 'startedOver' });
  expect(next.flow).toMatchObject({ step: 'rental', entries: { quantity: 1, lastName: 'Whitfield' } });
});

test('a refusal names how many are left, and offers no other day for one of them', () => {
  const message = 'We have only one of our 15-Yard dumpsters left for these days.';
  const body = { code: 'sold_out', message, requestId: 'r', reason: 'sold_out', left: 1 };
  const failure = toCheckoutFailure(new CallError(new Response(null, { status: 409 }), JSON.stringify(body)));
  const booking = pendingBooking(FIRST_CATALOG, '7-day', entriesWith({ quantity: 2 }));
  if (!booking) throw new Error('The entries are not valid');
  const nothing = vi.fn();
  render(
    <BookingProvider>
      <CheckoutFailurePanel
        failure={failure}
        booking={booking}
        onBack={nothing}
        onTryAgain={nothing}
        onContinue={nothing}
        onMove={nothing}
        onAcceptPrice={nothing}
      />
    </BookingProvider>,
  );
  expect(screen.getByRole('heading', { name: 'Only 1 left for these days' })).toBeTruthy();
  expect(screen.getByText(new RegExp(message))).toBeTruthy();
  expect(screen.getAllByRole('button').map(({ textContent }) => textContent)).toEqual([
    'Back to Customer Details',
  ]);
});
