import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import type { PriceProposal } from '#contract/price-proposal.ts';
import { MAX_AMOUNT } from '#domain/shared/money.ts';
import { announce } from '#web/kit/ui/Announcer.tsx';
import { announced } from '#web/test/actions.ts';
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
  toasted,
  writes,
} from '#web/test/office-booking.tsx';

const ADD = 'POST /api/bookings/12/price-additions';
const REMOVE = 'POST /api/bookings/12/price-additions/5/void';
const PRICE = 'PATCH /api/bookings/12/final-price';

type Price = NonNullable<PriceProposal['proposal']>;

const line = (label: string, amount: number, fields: Partial<Price['lines'][number]> = {}) => ({
  type: 'rental' as const,
  label,
  quantity: 1,
  unitAmount: amount,
  amount,
  isTaxable: true,
  additionId: null,
  ...fields,
});
const mattress = line('Mattress', 7000, { type: 'item', quantity: 2, unitAmount: 3500, additionId: 5 });
const RENTAL = line('7-Day Rental, 15-Yard', 47_500);
const OVERAGE = line('Extra weight: 1,940 lb over, billed as 1.0 ton', 9000, { type: 'overage' });

const PRICES: PriceProposal['prices'] = {
  extraDay: 1500,
  exchange: null,
  dumpAndReturn: null,
  isWeightBilled: true,
  items: [
    { id: 'mattress', name: 'Mattress', unit: 'each', unitPrice: 3500, isTaxable: true },
    { id: 'fuel', name: 'Fuel', unit: 'percent', unitPrice: 25_000, isTaxable: true },
  ],
};
const proposed = (lines: Price['lines'] | null, fields: Partial<Price> = {}, prices = PRICES) => {
  const total = lines?.reduce((sum, { amount }) => sum + amount, 0) ?? 0;
  const proposal = lines && { lines, total, weight: 'extra' as const, isFinalPrice: false, ...fields };
  return { body: { proposal, prices } };
};
const card = async () => within(await section('Proposed Price'));
const openDialog = async () => {
  fireEvent.click((await card()).getByRole('button', { name: 'Add to price' }));
  return within(await screen.findByRole('dialog', { name: 'Add to the price' }));
};
type Dialog = Awaited<ReturnType<typeof openDialog>>;
const fill = (dialog: Dialog, label: string, value: string) =>
  fireEvent.change(dialog.getByLabelText(label), { target: { value } });
const submit = (dialog: Dialog) => fireEvent.click(dialog.getByRole('button', { name: 'Add' }));
const additions = (asked: ReturnType<typeof show>) =>
  asked.filter(({ call }) => call === ADD).map(({ body, ifMatch }) => ({ body, ifMatch }));

test('the lines are shown with the text of the rounded weight; only additions can be removed', async () => {
  show({ [PROPOSAL]: proposed([RENTAL, mattress, OVERAGE]) });
  const rows = (await card()).getAllByRole('listitem').map(({ textContent }) => textContent);
  expect(rows).toEqual([
    '7-Day Rental, 15-Yard$475.00',
    'Mattress (2 × $35.00)Remove Mattress (2 × $35.00)$70.00',
    'Extra weight: 1,940 lb over, billed as 1.0 ton$90.00',
  ]);
  expect((await section('Proposed Price')).textContent).toContain('Proposed total $635.00');
});

test('it says whether the weight is included or not known yet', async () => {
  show({ [PROPOSAL]: proposed([RENTAL], { weight: 'missing' }) });
  expect(await screen.findByText(/^No dump ticket is recorded yet\./)).toBeTruthy();
});

test('the pounds without a price are named, and their amount is entered from there', async () => {
  const prices = { ...PRICES, isWeightBilled: false };
  const entered = line('Extra weight', 2550, { type: 'overage', additionId: 6 });
  const asked = show({
    [GET]: inTurn(read(1), read(2)),
    [PROPOSAL]: inTurn(
      proposed([RENTAL], { unpricedWeight: 1940 }, prices),
      proposed([RENTAL, entered], { unpricedWeight: 1940 }, prices),
    ),
    [ADD]: saved(2),
  });
  expect((await section('Proposed Price')).textContent).toContain(
    '1,940 lb over the allowance: enter an amount.',
  );
  fireEvent.click((await card()).getByRole('button', { name: 'Enter an amount' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Add to the price' }));
  fill(dialog, 'Amount', '25.50');
  submit(dialog);
  expect(await screen.findByText('The dump tickets are 1,940 lb over the allowance.')).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Enter an amount' })).toBe(null);
  expect(additions(asked)).toMatchObject([{ body: { type: 'overage', quantity: 1, unitAmount: 2550 } }]);
});

test('it says how the tickets of an exchange are matched to its loads', async () => {
  show({ [PROPOSAL]: proposed([RENTAL], { hasMoreTicketsThanLoads: true }) });
  expect(await screen.findByText(/^Tickets are matched to loads in the order of their days/)).toBeTruthy();
});

test('a booking whose personal data is removed has no proposal', async () => {
  show({ [GET]: read(1, { zip: '' }), [PROPOSAL]: proposed(null) });
  expect(await screen.findByText(/^No price is proposed:/)).toBeTruthy();
});

test('nothing is summed up for a deposit alone, and a view-only user sees no card', async () => {
  show({ [PROPOSAL]: proposed(null) });
  expect(await screen.findByText(/^Only the deposit is agreed\./)).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Use as final price' })).toBe(null);
});

test('a view-only user sees the calculation and no buttons', async () => {
  show({ [PROPOSAL]: proposed([RENTAL, mattress]) }, { role: 'view_only' });
  expect((await card()).getByText('Proposed total')).toBeTruthy();
  expect((await card()).queryAllByRole('button')).toEqual([]);
});

test('the proposal becomes the final price when a user accepts it', async () => {
  const asked = show({
    [PROPOSAL]: inTurn(proposed([RENTAL]), proposed([RENTAL], { isFinalPrice: true })),
    [PRICE]: saved(2, { finalPrice: 47_500, endedPayLink: { amount: 17_500 } }),
  });
  const use = await screen.findByRole('button', { name: 'Use as final price' });
  const card = within(screen.getByRole('region', { name: 'Proposed Price' }));
  fireEvent.click(card.getByRole('checkbox', { name: 'E-mail this price to the customer' }));
  fireEvent.click(use);
  expect(await screen.findByText('This is the final price.')).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Use as final price' })).toBe(null);
  expect(writes(asked)).toEqual([
    { call: PRICE, body: { finalPrice: 47_500, notifyCustomer: false }, ifMatch: '"1"' },
  ]);
  const text = 'Final price successfully updated. The payment link for $175.00 has ended.';
  expect(toasted()).toEqual(['Final Price Updated', text, 'plain']);
});

test.each([
  { lines: [RENTAL, mattress], title: 'Final Price Updated', sums: [54_500] },
  { lines: [RENTAL], title: 'Proposed Price Changed', sums: [] },
])('a click while a newer sum loads waits for it: $title', async ({ lines, title, sums }) => {
  const late = Promise.withResolvers<void>();
  const afterLate = async () => {
    await late.promise;
    return proposed(lines);
  };
  let reads = 0;
  announce('');
  const asked = show({
    [GET]: inTurn(read(1), read(2)),
    [PROPOSAL]: () => (reads++ === 0 ? proposed([RENTAL, mattress]) : afterLate()),
    [REMOVE]: saved(2),
    [PRICE]: saved(3),
  });
  fireEvent.click(await screen.findByRole('button', { name: /^Remove Mattress/ }));
  await waitFor(() => expect(announced()).toBe('Removed from the proposed price.'));
  fireEvent.click(button('Use as final price'));
  expect(await screen.findByRole('button', { name: 'Updating...' })).toBeTruthy();
  expect(writes(asked)).toEqual([]);
  late.resolve();
  await waitFor(() => expect(toasted()[0]).toBe(title));
  expect(writes(asked)).toMatchObject(sums.map((finalPrice) => ({ body: { finalPrice }, ifMatch: '"2"' })));
});

test('a final price of other lines stays until it is set again', async () => {
  show({ [GET]: read(1, { finalPrice: 47_500 }), [PROPOSAL]: proposed([RENTAL, mattress]) });
  expect(
    await screen.findByText('The final price is $475.00. It stays until you set it again.'),
  ).toBeTruthy();
  expect(button('Use as final price')).toBeTruthy();
});

test('a proposal above the highest price is shown but cannot be accepted', async () => {
  show({ [PROPOSAL]: proposed([RENTAL], { total: MAX_AMOUNT + 1 }) });
  expect(await screen.findByText(/This is more than a final price can be/)).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Use as final price' })).toBe(null);
});

test('an item of the price list is added with its quantity, under the version on the screen', async () => {
  const asked = show({
    [GET]: inTurn(read(1), read(2)),
    [PROPOSAL]: inTurn(proposed([RENTAL]), proposed([RENTAL, mattress])),
    [ADD]: saved(2),
  });
  const dialog = await openDialog();
  const options = within(dialog.getByLabelText('What to add')).getAllByRole('option');
  expect(options.map(({ textContent }) => textContent)).toEqual([
    'Extra days ($15.00 a day)',
    'Exchange (you enter the amount)',
    'Dump and return (you enter the amount)',
    'Mattress ($35 each)',
    'Fuel (2.5% of the rental)',
  ]);
  fill(dialog, 'What to add', 'item:mattress');
  fill(dialog, 'Quantity', '2');
  submit(dialog);
  expect(await screen.findByRole('button', { name: 'Remove Mattress (2 × $35.00)' })).toBeTruthy();
  await waitFor(() => expect(screen.queryByRole('dialog')).toBe(null));
  expect(additions(asked)).toEqual([
    { body: { type: 'item', itemId: 'mattress', quantity: 2, unitAmount: null }, ifMatch: '"1"' },
  ]);
  expect(announced()).toBe('Added to the price: Mattress.');
});

test('what counts once has no quantity, and what has no price asks for an amount', async () => {
  const prices = { ...PRICES, isWeightBilled: false };
  const asked = show({ [PROPOSAL]: proposed([RENTAL], {}, prices), [ADD]: saved(2) });
  const dialog = await openDialog();
  fill(dialog, 'What to add', 'item:fuel');
  expect(dialog.queryByRole('textbox')).toBe(null);
  fill(dialog, 'What to add', 'exchange');
  expect(dialog.getByLabelText('Exchanges')).toBeTruthy();
  fill(dialog, 'What to add', 'dump_and_return');
  expect(dialog.getByLabelText('Amount for a dump and return')).toBeTruthy();
  fill(dialog, 'What to add', 'overage');
  expect(dialog.getAllByRole('textbox')).toHaveLength(1);
  fill(dialog, 'Amount', '25.50');
  submit(dialog);
  await waitFor(() => expect(screen.queryByRole('dialog')).toBe(null));
  expect(additions(asked)).toMatchObject([{ body: { type: 'overage', quantity: 1, unitAmount: 2550 } }]);
});

test('errors of the form and of the server are shown at their fields; nothing typed is lost', async () => {
  const message = 'Enter an amount: the price list has none';
  const issues = [{ path: 'unitAmount', message }];
  const asked = show({
    [PROPOSAL]: proposed([RENTAL]),
    [ADD]: refusal(400, 'invalid', { message, issues }),
  });
  const dialog = await openDialog();
  fill(dialog, 'What to add', 'exchange');
  fill(dialog, 'Exchanges', '1.5');
  submit(dialog);
  expect(await dialog.findByText('Enter a whole number from 1 to 10,000')).toBeTruthy();
  expect(dialog.getByText('Enter an amount in dollars')).toBeTruthy();
  expect(additions(asked)).toEqual([]);
  fill(dialog, 'Exchanges', '2');
  fill(dialog, 'Amount for an exchange', '300');
  submit(dialog);
  expect(await dialog.findByText(message, { selector: 'p' })).toBeTruthy();
  const typed = dialog.getAllByRole<HTMLInputElement>('textbox').map(({ value }) => value);
  expect(typed).toEqual(['2', '300']);
});

test('after a change by a colleague the dialog says what was added, and keeps the input', async () => {
  const stale = {
    status: 409,
    body: {
      code: 'stale',
      requestId: 'r',
      message: 'This booking was changed by Dana Cole at 2:14 PM.',
      changedBy: 'dana',
      changedByName: 'Dana Cole',
      changedAt: '2026-11-21T18:00:00.000Z',
      changed: ['priceAddition'],
      events: ['Added to the price: Extra day, $15.00'],
    },
  };
  const asked = show({
    [GET]: inTurn(read(1), read(2)),
    [PROPOSAL]: proposed([RENTAL]),
    [ADD]: inTurn<object>(stale, saved(3)),
  });
  const dialog = await openDialog();
  fill(dialog, 'Days', '3');
  submit(dialog);
  expect(await dialog.findByText('Added to the price: Extra day, $15.00')).toBeTruthy();
  const overwrite = dialog.getByRole<HTMLButtonElement>('button', { name: 'Save over them' });
  await waitFor(() => expect(overwrite.disabled).toBe(false));
  fireEvent.click(overwrite);
  await waitFor(() => expect(screen.queryByRole('dialog')).toBe(null));
  expect(additions(asked).map(({ ifMatch }) => ifMatch)).toEqual(['"1"', '"2"']);
});

test('a removed line leaves the focus on the total', async () => {
  const asked = show({
    [PROPOSAL]: inTurn(proposed([RENTAL, mattress]), proposed([RENTAL])),
    [REMOVE]: saved(2),
  });
  fireEvent.click(await screen.findByRole('button', { name: 'Remove Mattress (2 × $35.00)' }));
  await waitFor(() => expect(screen.queryByRole('button', { name: /^Remove/ })).toBe(null));
  expect(document.activeElement?.textContent).toBe('Proposed total $475.00');
  expect(asked.filter(({ call }) => call === REMOVE)).toMatchObject([{ ifMatch: '"1"' }]);
});

test('a proposal that does not load shows an error and can be loaded again', async () => {
  show({ [PROPOSAL]: inTurn<object>(refusal(500, 'internal', 'Something went wrong.'), proposed([RENTAL])) });
  expect((await card()).getByText('The proposed price could not be loaded.', { exact: false })).toBeTruthy();
  fireEvent.click((await card()).getByRole('button', { name: 'Retry' }));
  expect(await screen.findByText('Proposed total')).toBeTruthy();
});
