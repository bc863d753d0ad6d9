import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { pickStatus } from '#web/test/actions.ts';
import { refusal } from '#web/test/office.tsx';
import {
  button,
  GET,
  inTurn,
  PROPOSAL,
  read,
  saved,
  section,
  show,
  unit,
} from '#web/test/office-booking.tsx';

const STATUS = 'PATCH /api/bookings/12/status';
const PRICE = 'PATCH /api/bookings/12/final-price';
const ADD = 'POST /api/bookings/12/price-additions';
const KEPT_DAYS = 'POST /api/bookings/12/kept-days';
const MOVE = 'PATCH /api/bookings/12/dumpster';
const ADD_FEE = 'POST /api/bookings/12/dump-fees';
const PERMIT = 'PATCH /api/bookings/12';

const staleReply = (changed: string[], events: string[] = []) => ({
  status: 409,
  body: {
    code: 'stale',
    requestId: 'r',
    message: 'This booking was changed by Lee Moss.',
    changedBy: 'lee',
    changedByName: 'Lee Moss',
    changedAt: null,
    changed,
    events,
  },
});
const lostReply = () => {
  throw new TypeError('Failed to fetch');
};
const openedDialog = async (name: string) => within(await screen.findByRole('dialog', { name }));
const versionsOf = (asked: ReturnType<typeof show>, name: string) =>
  asked.filter(({ call }) => call === name).map(({ ifMatch }) => ifMatch);

/** The page shows version 2 of the booking, while a dialog is open. */
async function changeBehindTheDialog() {
  pickStatus('Confirmed');
  await waitFor(() => expect(price().value).toBe('600.00'));
}
const CHANGED = { version: 2, status: 'confirmed', finalPrice: 60_000 } as const;
const price = () => screen.getByRole<HTMLInputElement>('spinbutton', { name: 'Final price' });

const keptDays = {
  label: 'Kept 5 days longer',
  agreedPickupDay: '2026-11-18',
  collectedDay: '2026-11-23',
  askedDay: null,
  lateDays: 0,
  isUnpriced: false,
  removedReason: null,
};
const prices = { extraDay: 1500, exchange: null, dumpAndReturn: null, isWeightBilled: true, items: [] };
const rental = {
  type: 'rental',
  label: '7-Day Rental',
  quantity: 1,
  unitAmount: 47_500,
  amount: 47_500,
  isTaxable: true,
  additionId: null,
};
const proposal = { lines: [rental], total: 47_500, weight: 'extra', isFinalPrice: false };

test('an addition whose answer is lost is repeated under its version, so that it is not added twice', async () => {
  const replies = inTurn<() => object>(lostReply, () =>
    staleReply(['priceAddition'], ['Added to the price: Extra day, $15.00']),
  );
  const asked = show({
    [PROPOSAL]: { body: { proposal, prices } },
    [GET]: inTurn(read(1), read(3, { version: 3 })),
    [STATUS]: saved(2, CHANGED),
    [ADD]: () => replies()(),
  });
  await section('Actions');
  fireEvent.click(await screen.findByRole('button', { name: 'Add to price' }));
  const dialog = await openedDialog('Add to the price');
  const add = () => fireEvent.click(dialog.getByRole('button', { name: 'Add' }));
  add();
  await dialog.findByText(/The server did not answer/);
  await changeBehindTheDialog();
  add();
  expect(await dialog.findByText('Added to the price: Extra day, $15.00')).toBeTruthy();
  expect(versionsOf(asked, ADD)).toEqual(['"1"', '"1"']);
});

test('days after the pickup that a colleague may have changed are not saved over unseen', async () => {
  const asked = show({
    [PROPOSAL]: { body: { proposal, prices, keptDays } },
    [GET]: inTurn(read(1), read(3, { version: 3 })),
    [STATUS]: saved(2, CHANGED),
    [KEPT_DAYS]: inTurn<object>(
      staleReply(['keptDays'], ['Days after the pickup day removed: Snow']),
      saved(4),
    ),
  });
  await section('Actions');
  fireEvent.click(await screen.findByRole('button', { name: 'Change days after the pickup day' }));
  const dialog = await openedDialog('Days after the pickup day');
  await changeBehindTheDialog();
  fireEvent.click(dialog.getByRole('button', { name: 'Save' }));
  expect(await dialog.findByText('Days after the pickup day removed: Snow')).toBeTruthy();
  fireEvent.click(await dialog.findByRole('button', { name: 'Save over them' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(versionsOf(asked, KEPT_DAYS)).toEqual(['"1"', '"3"']);
});

test("a unit that a colleague gave the booking is not replaced unseen; a colleague's other change does not stop it", async () => {
  let current = read(1);
  const asked = show({
    'GET /api/bookings/12/free-dumpsters': { body: [unit(5, 'D-5')] },
    [GET]: () => current,
    [STATUS]: inTurn<object>(saved(2, CHANGED), saved(3, { version: 3, status: 'pending', dumpsterId: 4 })),
    [MOVE]: staleReply(['dumpsterId']),
  });
  await section('Actions');
  fireEvent.click(button('Move to another unit'));
  const dialog = await openedDialog('Move to another unit');
  fireEvent.change(await dialog.findByRole('combobox', { name: 'Free units' }), { target: { value: '5' } });
  current = read(2, CHANGED);
  await changeBehindTheDialog();
  current = read(3, { version: 3, dumpsterId: 4 });
  pickStatus('Pending');
  await screen.findByRole('link', { name: 'Unit D-4' });
  fireEvent.click(dialog.getByRole('button', { name: 'Move' }));
  const notice = within(await dialog.findByRole('alert'));
  expect(await notice.findByText('Now: D-4')).toBeTruthy();
  expect(notice.getByText('Yours: D-5')).toBeTruthy();
  expect(versionsOf(asked, MOVE)).toEqual(['"2"']);
});

test('taking the newer permit puts it into the fields, and what is typed then is saved on top of it', async () => {
  const street = { placementType: 'street', zone: 'city' } as const;
  const asked = show({
    [GET]: inTurn(
      read(1, street),
      read(2, { ...street, version: 2, permitNumber: 'P-9', permitExpires: '2026-12-09' }),
    ),
    [PERMIT]: inTurn<object>(staleReply(['permitNumber', 'permitExpires']), saved(3, street)),
  });
  const number = await screen.findByLabelText<HTMLInputElement>('Permit number');
  fireEvent.change(number, { target: { value: 'P-77' } });
  fireEvent.click(button('Save permit'));
  await screen.findByText('Now: P-9');
  fireEvent.click(button('Take the newer values'));
  expect(screen.queryByRole('alert')).toBeNull();
  expect(number.value).toBe('P-9');
  fireEvent.change(number, { target: { value: 'P-90' } });
  fireEvent.click(button('Save permit'));
  await waitFor(() => expect(versionsOf(asked, PERMIT)).toEqual(['"1"', '"2"']));
});

test('newer values that do not load are not saved over, and can be loaded again', async () => {
  const asked = show({
    [GET]: inTurn<object>(
      read(1),
      refusal(500, 'internal', 'The server rests.'),
      read(2, { version: 2, finalPrice: 60_000 }),
    ),
    [PRICE]: inTurn<object>(staleReply(['finalPrice']), saved(3, { finalPrice: 50_000 })),
  });
  await section('Actions');
  fireEvent.change(price(), { target: { value: '500' } });
  fireEvent.click(button('Update the final price'));
  await screen.findByText('The newer values could not be loaded.');
  expect(screen.queryByRole('button', { name: 'Save over them' })).toBeNull();
  fireEvent.click(button('Try again'));
  await screen.findByText('Now: $600.00');
  fireEvent.click(button('Save over them'));
  await waitFor(() => expect(screen.queryByRole('alert')).toBeNull());
  expect(versionsOf(asked, PRICE)).toEqual(['"1"', '"2"']);
});

test('a dump ticket whose answer is lost is repeated under its version, so that it is not recorded twice', async () => {
  let attempts = 0;
  const asked = show({
    // A lost answer reads the booking again.
    [GET]: () => read(attempts + 1, { version: attempts + 1 }),
    [ADD_FEE]: () => {
      attempts += 1;
      return attempts === 1 ? lostReply() : staleReply(['dumpTicket'], ['Dump ticket added: $80.00']);
    },
  });
  await screen.findByText('No dump tickets are recorded.');
  fireEvent.click(button('Add ticket'));
  const dialog = await openedDialog('Add a dump ticket');
  const type = (label: string, value: string) =>
    fireEvent.change(dialog.getByLabelText(label, { exact: false }), { target: { value } });
  type('Weight', '2400');
  type('Fee', '80');
  type('Dump location', 'Colonie');
  const add = () => fireEvent.click(dialog.getByRole('button', { name: 'Add ticket' }));
  add();
  await dialog.findByText(/The server did not answer/);
  await waitFor(() => expect(versionsOf(asked, GET)).toHaveLength(2));
  add();
  expect(await dialog.findByText('Dump ticket added: $80.00')).toBeTruthy();
  expect(versionsOf(asked, ADD_FEE)).toEqual(['"1"', '"1"']);
});
