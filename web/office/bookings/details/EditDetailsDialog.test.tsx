import { fireEvent, screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { bookingCorrections } from '#contract/booking-details.ts';
import { refusal } from '#web/test/office.tsx';
import { button, GET, inTurn, read, section, show, toasted, writes } from '#web/test/office-booking.tsx';

const PATCH = 'PATCH /api/bookings/12';

async function openDialog() {
  await section('Customer Information');
  fireEvent.click(button('Edit details'));
  const dialog = within(await screen.findByRole('dialog', { name: 'Edit details' }));
  const type = (label: string, value: string) =>
    fireEvent.change(dialog.getByLabelText(label), { target: { value } });
  const submit = (name = 'Save details') => fireEvent.click(dialog.getByRole('button', { name }));
  return { dialog, type, submit };
}

/** The permit has a form of its own on the page. */
const KEYS = Object.keys(bookingCorrections.shape).filter((key) => !key.startsWith('permit'));

test.each(KEYS)('the dialog has a control for %s', async (key) => {
  show({});
  await openDialog();
  expect(document.querySelector(`dialog [name="${key}"]`)).toBeTruthy();
});

test('only the changed details are sent, and an emptied one is removed', async () => {
  const asked = show({
    [GET]: read(1, { company: 'Alvarez LLC' }),
    [PATCH]: read(2, { endedPayLink: null, internalNotes: 'Pays late' } as object),
  });
  const { type, submit } = await openDialog();
  type('Company (optional)', '');
  type('Internal notes (optional)', 'Pays late');
  submit();
  expect((await section('Internal Notes')).textContent).toContain('Pays late');
  expect(writes(asked)).toEqual([
    { call: PATCH, body: { company: null, internalNotes: 'Pays late' }, ifMatch: '"1"' },
  ]);
  expect(toasted()).toEqual(['Details Saved', 'Booking #12 is up to date.', 'plain']);
});

test('a ZIP code with another price asks first; saving it again accepts the price, another one does not', async () => {
  const question = {
    status: 409,
    body: {
      code: 'conflict',
      message: 'The price rises by $50.00. Confirm to save the new place.',
      requestId: 'r',
      lines: [
        {
          type: 'zone',
          label: 'Delivery to Troy',
          quantity: 1,
          unitAmount: 5000,
          amount: 5000,
          isTaxable: true,
        },
      ],
      difference: 5000,
      total: { before: 42_500, after: 47_500 },
      finalPrice: null,
      isServed: true,
    },
  };
  const asked = show({
    [PATCH]: inTurn<object>(question, question, read(2, { endedPayLink: null, zip: '17700' } as object)),
  });
  const { dialog, type, submit } = await openDialog();
  type('ZIP code', '17699');
  submit();
  const notice = await dialog.findByRole('alert');
  expect(notice.textContent).toContain('The price rises by $50.00.');
  expect(notice.textContent).toContain('Delivery to Troy$50.00');
  expect(notice.textContent).toContain('$425.00 to $475.00');
  type('ZIP code', '17700');
  expect(dialog.queryByRole('alert')).toBeNull();
  submit();
  await dialog.findByRole('alert');
  submit('Save with the new price');
  await section('Customer Information');
  await expect.poll(() => screen.queryByRole('dialog')).toBeNull();
  expect(writes(asked).map(({ body }) => body)).toEqual([
    { zip: '17699' },
    { zip: '17700' },
    { zip: '17700', acceptPrice: true },
  ]);
});

test("a colleague's change is shown beside the input", async () => {
  show({
    [GET]: inTurn(read(1), read(2, { phone: '(717) 555-0199' })),
    [PATCH]: {
      status: 409,
      body: {
        code: 'stale',
        message: 'This booking was changed by lee.',
        requestId: 'r',
        changedBy: 'lee',
        changedAt: '2026-11-21T18:00:00.000Z',
        changed: ['phone'],
      },
    },
  });
  const { dialog, type, submit } = await openDialog();
  type('Phone', '(717) 555-0177');
  submit();
  expect(await dialog.findByText('Now: (717) 555-0199')).toBeTruthy();
  expect(dialog.getByText('Yours: (717) 555-0177')).toBeTruthy();
});

test('what the server refuses is shown at its field', async () => {
  show({
    [PATCH]: {
      ...refusal(400, 'invalid', 'ZIP code 17602 is in Pennsylvania.'),
      body: {
        code: 'invalid',
        message: 'ZIP code 17602 is in Pennsylvania.',
        requestId: 'r',
        issues: [{ path: 'state', message: 'ZIP code 17602 is in Pennsylvania.' }],
      },
    },
  });
  const { dialog, type, submit } = await openDialog();
  type('State', 'NY');
  submit();
  await expect.poll(() => dialog.getByLabelText('State').getAttribute('aria-invalid')).toBe('true');
});
