import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import type { PriceProposal } from '#contract/price-proposal.ts';
import { button, GET, PROPOSAL, read, saved, show } from '#web/test/office-booking.tsx';

const CHANGE = 'POST /api/bookings/12/kept-days';
const RENTAL = '7-Day Rental, 15-Yard';
const LABEL = 'Kept 5 days longer (Nov 19 to 23)';

function proposedWith(labels: string[], { isUnpriced }: { isUnpriced: boolean }): { body: PriceProposal } {
  const lines = labels.map((label) => {
    const line = { type: 'rental' as const, label, quantity: 1, isTaxable: true, additionId: null };
    return { ...line, unitAmount: 7500, amount: 7500 };
  });
  const proposal = { lines, total: 7500 * lines.length, weight: 'extra' as const, isFinalPrice: false };
  const prices = {
    extraDay: isUnpriced ? null : 1500,
    exchange: null,
    dumpAndReturn: null,
    isWeightBilled: true,
    items: [],
  };
  const days = { agreedPickupDay: '2026-11-18', collectedDay: '2026-11-23', askedDay: null, lateDays: 0 };
  return { body: { proposal, prices, keptDays: { label: LABEL, ...days, isUnpriced, removedReason: null } } };
}

test('a late pickup says why its days count, and staff take them off with a reason', async () => {
  const asked = show({
    [PROPOSAL]: proposedWith([RENTAL, LABEL], { isUnpriced: false }),
    [CHANGE]: saved(2),
  });
  const reason =
    'The pickup was agreed for Nov 18, 2026 and done on Nov 23, 2026. Check why: if the customer waited for your truck, enter the day for which the pickup was asked, or the days are charged.';
  expect(await screen.findByText(reason)).toBeTruthy();
  fireEvent.click(button('Change days after the pickup day'));
  const dialog = within(await screen.findByRole('dialog', { name: 'Days after the pickup day' }));
  const fill = (label: string, value: string) =>
    fireEvent.change(dialog.getByLabelText(label), { target: { value } });
  const save = () => fireEvent.click(dialog.getByRole('button', { name: 'Save' }));
  fill('Why the pickup was late', 'asked');
  save();
  expect(await dialog.findByText('Choose a day')).toBeTruthy();
  fill('Why the pickup was late', 'remove');
  save();
  expect(await dialog.findByText('Enter the reason')).toBeTruthy();
  fill('Reason', 'Snow');
  save();
  await waitFor(() =>
    expect(asked.filter(({ call }) => call === CHANGE).map(({ body }) => body)).toEqual([
      { askedDay: null, removedReason: 'Snow' },
    ]),
  );
});

test('a cancelled booking does not offer to count the days to the pickup, and says why', async () => {
  const days = proposedWith([RENTAL, LABEL], { isUnpriced: false });
  const { keptDays } = days.body;
  show({
    [GET]: read(1, { status: 'cancelled' }),
    [PROPOSAL]: { body: { ...days.body, keptDays: keptDays && { ...keptDays, askedDay: '2026-11-20' } } },
  });
  fireEvent.click(await screen.findByRole('button', { name: 'Change days after the pickup day' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Days after the pickup day' }));
  const options = within(dialog.getByLabelText('Why the pickup was late')).getAllByRole('option');
  expect(options.map(({ textContent }) => textContent)).toEqual([
    'The customer asked for an earlier pickup',
    'Do not charge these days',
  ]);
  expect(dialog.getByText(/^The customer asked for the pickup by cancelling\./)).toBeTruthy();
});

test('a late pickup without a price in the list asks for an amount', async () => {
  show({ [PROPOSAL]: proposedWith([RENTAL], { isUnpriced: true }) });
  expect(
    await screen.findByText(/^Kept 5 days longer .* no price for a day\. Enter an amount\./),
  ).toBeTruthy();
  fireEvent.click(button('Enter an amount for the days'));
  const dialog = within(await screen.findByRole('dialog', { name: 'Add to the price' }));
  expect(dialog.getByLabelText('Amount for a day')).toBeTruthy();
});
