import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { sampleTexts, section, show, TEXTS, toasted } from '#web/test/office-booking.tsx';

/** The card's text once it has loaded. */
async function cardText(): Promise<string> {
  const card = await section('Text Messages');
  await waitFor(() => expect(card.textContent).not.toContain('Loading'));
  return card.textContent ?? '';
}

const SET = 'PUT /api/bookings/12/text-consent';

test('the card shows who agreed and how, the texts, and what the customer answered', async () => {
  const at = '2026-11-21T18:00:00.000Z';
  const messages = [
    {
      id: 'a',
      kind: 'text-on-the-way' as const,
      body: 'On the way',
      status: 'delivered' as const,
      reason: null,
      createdAt: at,
    },
    {
      id: 'b',
      kind: 'text-delivered' as const,
      body: 'In place',
      status: 'undelivered' as const,
      reason: 'The number is unknown',
      createdAt: '2026-11-21T19:00:00.000Z',
    },
  ];
  const replies = [{ id: 'c', keyword: 'other' as const, body: 'Thank you', receivedAt: at }];
  show({ [TEXTS]: { body: sampleTexts({ messages, replies }) } });
  const card = await cardText();
  for (const words of [
    'Gets texts',
    'on the booking page, from 203.0.113.7',
    'Text: driver on the way: Delivered',
    'Text: dumpster delivered: Not delivered. The number is unknown',
    'From the customer',
    'Thank you',
  ])
    expect(card).toContain(words);
});

test('staff record what the customer said, with the words to read', async () => {
  const asked = show({
    [TEXTS]: { body: sampleTexts({ state: 'not_asked', consent: null }) },
    [SET]: { body: sampleTexts() },
  });
  fireEvent.click(await screen.findByRole('button', { name: 'Record consent' }));
  const dialog = await screen.findByRole('dialog', { name: 'Did the customer agree to texts?' });
  expect(dialog.textContent).toContain('May we text you about your rental');
  fireEvent.click(within(dialog).getByRole('button', { name: 'The customer said yes' }));
  await waitFor(() => expect(toasted()[0]).toBe('Consent Recorded'));
  expect(asked.filter(({ call }) => call === SET)).toMatchObject([{ body: { isGiven: true } }]);
  expect(await cardText()).toContain('Gets texts');
});

test('an address that bounces is shown with what to do', async () => {
  const bounce = { reason: 'Mailbox not found', bouncedAt: '2026-11-21T18:00:00.000Z' };
  show({ [TEXTS]: { body: sampleTexts({ bounce }) } });
  const card = await cardText();
  expect(card).toContain('come back');
  expect(card).toContain('Mailbox not found. Call the customer, and correct the address');
});

test('view-only users see the consent and cannot change it', async () => {
  show({}, { role: 'view_only' });
  expect(await cardText()).toContain('Gets texts');
  expect(screen.queryByRole('button', { name: 'End consent' })).toBeNull();
});
