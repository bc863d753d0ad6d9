import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { makeAgreement, makeCard, makeRate } from '#domain/test/rate-cards.ts';
import { pickStatus, shownStatus } from '#web/test/actions.ts';
import { refusal } from '#web/test/office.tsx';
import {
  button,
  GET,
  HISTORY,
  inTurn,
  place,
  read,
  saved,
  section,
  show,
  toasted,
  writes,
} from '#web/test/office-booking.tsx';

const STATUS = 'PATCH /api/bookings/12/status';
const PRICE = 'PATCH /api/bookings/12/final-price';

const stale = (changed: string[]) => ({
  status: 409,
  body: {
    code: 'stale',
    message: 'This was changed by lee. Check it again before you save.',
    requestId: 'r',
    changedBy: 'lee',
    changedAt: '2026-11-21T18:00:00.000Z',
    changed,
  },
});

const price = () => screen.getByRole<HTMLInputElement>('spinbutton', { name: 'Final price' });

async function typePrice(dollars: string) {
  await section('Actions');
  fireEvent.change(price(), { target: { value: dollars } });
  fireEvent.click(button('Update the final price'));
}

test('a phone number that no phone company uses is marked; others are not', async () => {
  show({ [GET]: read(1, { phone: '5550100142', phoneDisplay: '(555) 010-0142', isPhoneValid: false }) });
  const card = (await section('Customer Information')).textContent;
  expect(card).toContain('(555) 010-0142This number may be wrong');
});

test('a booking is shown in full', async () => {
  show({ [GET]: read(1, { finalPrice: 71_450, refundAmount: 1000 }) });
  const rental = (await section('Rental Details')).textContent;
  const expected = ['7-Day Rental', '15-Yard', 'Dec 1, 2026', 'Dec 7, 2026', '$425.00', 'Deposit Paid'];
  for (const words of expected) expect(rental).toContain(words);
  const number = await screen.findByRole('link', { name: 'Unit D-3' });
  expect(number.getAttribute('href')).toBe('/admin/inventory?search=D-3');
  expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Booking #12');
  expect(document.title).toMatch(/^Booking #12, Maria Alvarez \| /);
  expect(screen.getByText('Nov 21, 2026, 12:05 PM')).toBeTruthy();
  const customer = (await section('Customer Information')).textContent;
  expect(customer).not.toContain('may be wrong');
  for (const words of ['Maria Alvarez', '118 Chestnut Street', 'Lancaster, PA 17602']) {
    expect(customer).toContain(words);
  }
  const notes = await section('Notes');
  expect(notes.textContent).toContain('The gate code is 4711.');
  const isAfter = notes.compareDocumentPosition(await section('Dump Tickets'));
  expect(isAfter & Node.DOCUMENT_POSITION_FOLLOWING, 'notes stand above the dump tickets').toBeTruthy();
  const actions = (await section('Actions')).textContent;
  expect(actions).toContain('Current final price$714.50Paid so far$425.00Refunded so far$10.00');
  expect(actions).toContain('Balance due$289.50');
  expect([shownStatus(), price().value]).toEqual(['Pending', '714.50']);
});

test('a rental that was paid in full at the booking has no deposit', async () => {
  const { quote } = makeAgreement(makeCard({ rates: [makeRate({ deposit: 47_500 })] }));
  const paid = { depositAmount: 47_500, paidAmount: 47_500, paymentStatus: 'fully_paid' } as const;
  show({ [GET]: read(1, { quote, ...paid, isPaidAtBooking: true }) });
  const rental = (await section('Rental Details')).textContent;
  expect(rental).toContain('Price paid$475.00');
  expect(rental).not.toMatch(/deposit/i);
});

test('without notes and a final price the page shows neither', async () => {
  show({ [GET]: read(1, { notes: null }) });
  const actions = (await section('Actions')).textContent;
  expect(actions).toContain('Current final priceNot set');
  expect(actions).not.toContain('Balance due');
  expect(screen.queryByRole('region', { name: 'Notes' })).toBeNull();
});

test('a booking that does not exist shows a link to the list', async () => {
  show({ [GET]: refusal(404, 'not_found', 'There is no such booking.') });
  expect(await screen.findByRole('heading', { name: 'Booking Not Found' })).toBeTruthy();
  expect(screen.getByText('Failed to get booking: 404')).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Retry' })).toBeNull();
  fireEvent.click(screen.getByRole('link', { name: 'Back to Bookings' }));
  expect(place()?.pathname).toBe('/admin/bookings');
});

test.each(['abc', '0', '-1', '1e3', '1.5'])('%j is no booking number, and nothing is requested', (id) => {
  const asked = show({}, { path: `/admin/bookings/${id}` });
  expect(screen.getByRole('heading', { name: 'Booking Not Found' })).toBeTruthy();
  expect(asked).toEqual([]);
});

test('another failure shows its reason and a retry', async () => {
  show({ [GET]: inTurn<object>(refusal(500, 'internal', 'Something went wrong.'), read(1)) });
  expect(await screen.findByText('Failed to get booking: 500')).toBeTruthy();
  expect(screen.getByText('Something went wrong.')).toBeTruthy();
  fireEvent.click(button('Retry'));
  expect(await section('Rental Details')).toBeTruthy();
});

test('a status is saved with the version on the screen as If-Match', async () => {
  const asked = show({
    [STATUS]: saved(2, { status: 'confirmed' }),
    [PRICE]: saved(3, { finalPrice: 50_000 }),
  });
  await section('Actions');
  pickStatus('Confirmed');
  await waitFor(() =>
    expect(toasted()).toEqual(['Status Updated', 'Booking status successfully updated.', 'plain']),
  );
  await typePrice('500');
  await waitFor(() =>
    expect(toasted()).toEqual(['Final Price Updated', 'Final price successfully updated.', 'plain']),
  );
  expect(writes(asked)).toEqual([
    { call: STATUS, body: { status: 'confirmed' }, ifMatch: '"1"' },
    { call: PRICE, body: { finalPrice: 50_000, notifyCustomer: true }, ifMatch: '"2"' },
  ]);
  await waitFor(() => expect(asked.filter(({ call }) => call === HISTORY)).toHaveLength(3));
});

test('an invalid price is shown at its field', async () => {
  const asked = show();
  await typePrice('12.345');
  expect(screen.getByText('Use at most two decimals')).toBeTruthy();
  expect([document.activeElement, price().value]).toEqual([price(), '12.345']);
  expect(writes(asked)).toEqual([]);
});

test('a price that cannot be saved stays in the input', async () => {
  show({ [PRICE]: refusal(500, 'internal', 'Something went wrong.') });
  await typePrice('500');
  const text = 'Failed to update final price. Something went wrong.';
  await waitFor(() => expect(toasted()).toEqual(['Error', text, 'destructive']));
  expect(price().value).toBe('500');
});

test('on a conflict the user sees who made the other change, keeps the input, and can overwrite', async () => {
  const asked = show({
    [GET]: inTurn(read(1), read(2, { finalPrice: 60_000, status: 'confirmed' })),
    [PRICE]: inTurn<object>(stale(['finalPrice', 'status']), saved(3, { finalPrice: 50_000 })),
  });
  await typePrice('500');
  const notice = await screen.findByRole('alert');
  await waitFor(() => expect(notice.textContent).toContain('Now: $600.00'));
  for (const words of [
    'This booking was changed by lee at ',
    '1:00 PM',
    'Yours: $500.00',
    'StatusNow: Confirmed',
  ]) {
    expect(notice.textContent).toContain(words);
  }
  expect([price().value, shownStatus()]).toEqual(['500', 'Confirmed']);
  fireEvent.click(button('Save over them'));
  await waitFor(() => expect(screen.queryByRole('alert')).toBeNull());
  expect(writes(asked).map(({ ifMatch }) => ifMatch)).toEqual(['"1"', '"2"']);
});

test('on a conflict the user can discard their own change', async () => {
  show({
    [GET]: inTurn(read(1), read(2, { finalPrice: 60_000 })),
    [PRICE]: stale(['finalPrice']),
  });
  await typePrice('500');
  const notice = await screen.findByRole('alert');
  await waitFor(() => expect(notice.textContent).toContain('Now: $600.00'));
  fireEvent.click(button('Take the newer values'));
  expect(screen.queryByRole('alert')).toBeNull();
  expect(price().value).toBe('600.00');
});

test('a status in conflict with a price stays selected until the user decides', async () => {
  const asked = show({
    [GET]: inTurn(read(1), read(2, { finalPrice: 60_000 })),
    [STATUS]: inTurn<object>(stale(['finalPrice']), saved(3, { status: 'completed', finalPrice: 60_000 })),
  });
  await section('Actions');
  pickStatus('Completed');
  const notice = await screen.findByRole('alert');
  await waitFor(() => expect(notice.textContent).toContain('Now: $600.00'));
  expect(notice.textContent).toContain('Now: PendingYours: Completed');
  expect(shownStatus()).toBe('Completed');
  fireEvent.click(button('Save over them'));
  await waitFor(() => expect(screen.queryByRole('alert')).toBeNull());
  expect([shownStatus(), writes(asked).at(-1)?.ifMatch]).toEqual(['Completed', '"2"']);
});

test('the history says what happened, by whom and when, and links to the transaction', async () => {
  const entry = { changedAt: '2026-11-21T18:00:00.000Z', before: null, after: null, transactionId: null };
  show({
    [HISTORY]: {
      body: [
        {
          ...entry,
          id: 3,
          action: 'charge_declined',
          actorType: 'stripe',
          changedBy: 'Stripe',
          text: 'Card declined: insufficient funds (charge started by Dana Cole)',
          transactionId: 'pi_3',
        },
        {
          ...entry,
          id: 2,
          action: 'changed',
          actorType: 'staff',
          changedBy: 'Dana Cole',
          text: 'Status changed from Pending to In Transit',
        },
        {
          ...entry,
          id: 0,
          action: 'booked',
          actorType: 'customer',
          changedBy: 'Customer',
          text: 'Booking made',
        },
      ],
    },
  });
  const items = await within(await section('History')).findAllByRole('listitem');
  const [declined, changed, made] = items.map((item) => item.textContent);
  expect(declined).toMatch(
    /^Card declined: insufficient funds \(charge started by Dana Cole\) by Stripe, Nov 21/,
  );
  expect(changed).toMatch(/^Status changed from Pending to In Transit by Dana Cole, Nov 21/);
  expect(made).toMatch(/^Booking made by Customer, /);
  const links = within(await section('History')).getAllByRole('link');
  expect(links.map((link) => link.getAttribute('href'))).toEqual(['/admin/transactions/pi_3']);
});

test('a history that does not load can be loaded again', async () => {
  show({ [HISTORY]: inTurn<object>(refusal(500, 'internal', 'Something went wrong.'), { body: [] }) });
  const history = within(await section('History'));
  expect(await history.findByText('The history could not be loaded.')).toBeTruthy();
  fireEvent.click(history.getByRole('button', { name: 'Retry' }));
  expect(await history.findByText('No changes are recorded.')).toBeTruthy();
});

test('a view-only user has no controls to change the booking', async () => {
  show({ [GET]: read(1, { needsAttention: 'no_unit', dumpsterId: null }) }, { role: 'view_only' });
  const card = await section('Status and Price');
  expect(card.textContent).toContain('Pending');
  expect(screen.queryByRole('combobox')).toBeNull();
  expect(screen.queryByRole('spinbutton')).toBeNull();
  expect(screen.getAllByRole('button').map(({ textContent }) => textContent)).toEqual(['Copy Address']);
});

const LINES = [
  {
    type: 'rental',
    label: '7-Day, 15-Yard',
    quantity: 1,
    unitAmount: 60_000,
    amount: 60_000,
    isTaxable: true,
  },
  { type: 'item', label: 'Mattress', quantity: 2, unitAmount: 3500, amount: 7000, isTaxable: false },
] as const;

test('the price that the customer agreed to is shown with its lines and the expected total', async () => {
  const quote = { lines: [...LINES], total: 67_000, dueNow: 42_500, dueLater: 24_500 };
  show({ [GET]: read(1, { quote, expectedTotal: 67_000 }) });
  const card = within(await section('Agreed Price'));
  expect(card.getByText('Mattress (2 × $35.00)').nextElementSibling?.textContent).toBe('$70.00');
  expect(card.getByText('Expected total').nextElementSibling?.textContent).toBe('$670.00');
  expect(card.getByText('Due later').nextElementSibling?.textContent).toBe('$245.00');
});

test('a deposit alone has no lines; with a surcharge, dump fees are mentioned', async () => {
  const [rental] = LINES;
  const deposit = { ...rental, isTaxable: false };
  const alone = { lines: [deposit], total: 60_000, dueNow: 60_000, dueLater: 0 };
  show({ [GET]: read(1, { quote: alone }) });
  await section('Rental Details');
  expect(screen.queryByText('Agreed Price')).toBeNull();
  cleanup();
  const surcharge = { ...deposit, type: 'zone' as const, label: 'Hill towns', amount: 5000 };
  show({
    [GET]: read(1, { quote: { ...alone, lines: [deposit, surcharge], total: 65_000, dueLater: 5000 } }),
  });
  const card = within(await section('Agreed Price'));
  expect(card.getByText('Dump fees are added at the end of the rental.')).toBeTruthy();
});
