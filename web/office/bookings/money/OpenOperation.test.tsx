import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { samplePayments } from '#web/test/bookings.ts';
import { button, GET, inTurn, PAYMENTS, read, show } from '#web/test/office-booking.tsx';

const RESOLVE = 'POST /api/bookings/12/resolve-operation';
const DUE = { [GET]: read(1, { finalPrice: 71_450 }) };
const due = (changes: Parameters<typeof samplePayments>[0] = {}) =>
  samplePayments({ remaining: 28_950, ...changes });

test('an open charge is looked up at Stripe, and stopped after a confirmation', async () => {
  const operation = {
    kind: 'charge' as const,
    amount: 28_950,
    isStoppable: true,
    startedAt: '2026-11-21T18:00:00.000Z',
  };
  const asked = show({
    ...DUE,
    [PAYMENTS]: inTurn({ body: due({ operation }) }, { body: due({ operation }) }, { body: due() }),
    [RESOLVE]: inTurn<object>({ body: due({ operation }) }, { body: due() }),
  });
  await screen.findByText(/It takes longer than usual/);
  fireEvent.click(button('Ask Stripe now'));
  const resolves = () =>
    asked.filter(({ call }) => call === RESOLVE).map(({ body, ifMatch }) => [body, ifMatch]);
  await waitFor(() => expect(resolves()).toEqual([[{ stop: false }, '"1"']]));
  fireEvent.click(button('Stop this charge'));
  const dialog = within(screen.getByRole('dialog', { name: 'Stop this charge?' }));
  expect(dialog.getByText(/Stripe is asked first/)).toBeTruthy();
  fireEvent.click(dialog.getByRole('button', { name: 'Stop the charge' }));
  await waitFor(() =>
    expect(resolves()).toEqual([
      [{ stop: false }, '"1"'],
      [{ stop: true }, '"1"'],
    ]),
  );
  await waitFor(() => expect(screen.queryByText(/is still being processed/)).toBe(null));
});
