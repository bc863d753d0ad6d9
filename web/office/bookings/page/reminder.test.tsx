import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { openStatusMenu } from '#web/test/actions.ts';
import { samplePayments } from '#web/test/bookings.ts';
import { refusal } from '#web/test/office.tsx';
import { button, GET, HISTORY, PAYMENTS, read, section, show, toasted } from '#web/test/office-booking.tsx';

const SEND = 'POST /api/bookings/12/reminder';

test('a reminder is sent, and the page says that it is queued', async () => {
  const asked = show({ [SEND]: read(2) });
  await section('Actions');
  fireEvent.click(button('Send Reminder'));
  await waitFor(() =>
    expect(toasted()).toEqual([
      'Reminder Queued',
      'It goes to maria.alvarez@example.com in a moment.',
      'plain',
    ]),
  );
  expect(asked.filter(({ call }) => call === SEND)).toHaveLength(1);
  await waitFor(() => expect(asked.filter(({ call }) => call === HISTORY)).toHaveLength(2));
  expect(button('Send Reminder')).toBeTruthy();
});

test('a failure to send shows the message of the server, and the booking is loaded again', async () => {
  const message = 'A reminder has been sent today already. The next one can be sent tomorrow.';
  const asked = show({ [SEND]: refusal(409, 'conflict', message) });
  await section('Actions');
  fireEvent.click(button('Send Reminder'));
  const text = `Failed to send the reminder. ${message}`;
  await waitFor(() => expect(toasted()).toEqual(['Error', text, 'destructive']));
  await waitFor(() => expect(asked.filter(({ call }) => call === GET)).toHaveLength(2));
});

test.each(['confirmed', 'in_transit', 'completed', 'cancelled'] as const)(
  'a booking that is %s has no such button',
  async (status) => {
    show({ [GET]: read(1, { status }) });
    await section('Actions');
    expect(screen.queryByRole('button', { name: 'Send Reminder' })).toBeNull();
  },
);

test('a customer whose personal data was removed has no number to call', async () => {
  show({ [GET]: read(1, { email: null, phone: '', phoneDisplay: '', isPhoneValid: false }) });
  const customer = within(await section('Customer Information'));
  expect(customer.getAllByText('Not provided')).toHaveLength(2);
  expect(customer.queryByText(/may be wrong/)).toBeNull();
});

test('a booking without an e-mail address offers no e-mail, and its page says so', async () => {
  show({ [GET]: read(1, { email: null }), [PAYMENTS]: { body: samplePayments({ remaining: 17_500 }) } });
  const customer = within(await section('Customer Information'));
  expect(customer.getByText('Not provided')).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Send Reminder' })).toBeNull();
  expect(await screen.findByRole('button', { name: 'Create payment link' })).toBeTruthy();
  fireEvent.click(screen.getByRole('button', { name: 'Refund Payment' }));
  const refund = within(await screen.findByRole('dialog', { name: 'Refund Payment' }));
  expect(refund.queryByRole('checkbox')).toBeNull();
  fireEvent.click(refund.getByRole('button', { name: 'Cancel' }));
  openStatusMenu();
  expect(screen.queryByRole('menuitemcheckbox')).toBeNull();
  fireEvent.click(screen.getByRole('menuitemradio', { name: 'Cancelled' }));
  const asking = within(await screen.findByRole('dialog', { name: 'Cancel booking #12?' }));
  expect(asking.queryByRole('checkbox')).toBeNull();
});

test('a view-only user has no button to send a reminder', async () => {
  show({}, { role: 'view_only' });
  await section('Status and Price');
  expect(screen.queryByRole('button', { name: 'Send Reminder' })).toBeNull();
});
