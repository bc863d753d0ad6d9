import { beforeEach, expect, it } from 'vitest';
import { processOutboxRow } from '#worker/entry/queue/outbox.ts';
import { insertRow } from '#worker/test/builders.ts';
import type { Row } from '#worker/test/sample-rows.ts';
import { insertRental } from '#worker/test/staff.ts';
import { makeTestContext, rows, startOver } from '#worker/test/world.ts';

beforeEach(async () => {
  await startOver();
  await insertRow('users', 1);
  await insertRow('checkouts', 1);
  await insertRental(1, { deposit_amount: 42_500, final_price: 50_500, additional_payment_amount: 8000 });
  await insertRow('transactions', 1, { amount: 42_500 });
});

const noticed = (kind: string, subject: string) =>
  insertRow('outbox', 1, { user_id: null, booking_id: 1, kind, subject, dedupe_key: `${kind}:1:${subject}` });

/** The e-mails that are sent when the queue delivers a notification several times. */
async function mailsOf(kind: string, subject: string) {
  await noticed(kind, subject);
  const { ctx, mails } = makeTestContext();
  for (const _ of [1, 2, 3]) await processOutboxRow(ctx, 'outbox-1');
  return mails;
}

const balance = (changes: Row = {}) =>
  insertRow('transactions', 1, {
    id: 'pi_balance',
    kind: 'balance',
    checkout_id: null,
    amount: 8000,
    snapshot: JSON.stringify({
      latest_charge: { payment_method_details: { card: { brand: 'visa', last4: '4242' } } },
    }),
    ...changes,
  });

it('a charge is e-mailed once, with its card, for any number of deliveries', async () => {
  await balance();
  expect(await mailsOf('balance-charged', 'pi_balance')).toEqual([
    {
      to: 'ada1@example.com',
      subject: 'Booking #1 at Ironwood Dumpsters: your card was charged $80.00',
      text: expect.stringContaining('Your card ending in 4242 was charged $80.00'),
      html: expect.stringContaining('$505.00'),
      images: [],
      dedupeKey: 'outbox-1',
    },
  ]);
});

it('a charge with an unknown card is e-mailed without it', async () => {
  await balance({ snapshot: null });
  const [mail] = await mailsOf('balance-charged', 'pi_balance');
  expect(mail?.text).toContain('Your card was charged $80.00');
});

it('a payment that is not a charge of the booking is not e-mailed, and its row stays pending', async () => {
  await balance({ status: 'processing' });
  await expect(mailsOf('balance-charged', 'pi_balance')).rejects.toThrow('not in the ledger');
  expect(await rows('SELECT done_at, attempts, error FROM outbox')).toEqual([
    {
      done_at: null,
      attempts: 1,
      error: 'Error: Outbox row outbox-1 names a charge that is not in the ledger',
    },
  ]);
});

const refund = (parts: Row[]) => [
  insertRow('payment_operations', 1, { state: 'succeeded', amount: 10_000 }),
  ...parts.map((part, i) => insertRow('refund_parts', 1, { id: `part-${i}`, ...part })),
];

it('the e-mail about a refund has the succeeded and the pending sum, without failed parts', async () => {
  await balance();
  await insertRow('transactions', 1, { id: 'pi_more', kind: 'balance', checkout_id: null, amount: 900 });
  await Promise.all(
    refund([
      { payment_id: 'pi_balance', amount: 8000, state: 'succeeded' },
      { payment_id: 'pi_booking1', amount: 1500, state: 'pending' },
      { payment_id: 'pi_more', amount: 500, state: 'failed' },
    ]),
  );
  const [mail, ...others] = await mailsOf('refund-made', '1');
  expect(others).toEqual([]);
  expect(mail).toMatchObject({
    to: 'ada1@example.com',
    subject: 'Booking #1 at Ironwood Dumpsters: your refund of $95.00',
  });
  expect(mail?.text).toContain('Refunded now: $95.00\nOf this on its way: $15.00');
});

it('a refund that failed completely sends no e-mail', async () => {
  await Promise.all(refund([{ payment_id: 'pi_booking1', amount: 1500, state: 'failed' }]));
  expect(await mailsOf('refund-made', '1')).toEqual([]);
});

it.each([
  ['dispute-opened', 'dp_1', 'Booking #1: a payment of $425.00 is disputed'],
  ['fraud-warning', 'ch_1', 'Booking #1: a payment of $425.00 may be fraud'],
  ['refund-failed', 're_1', 'Booking #1: a refund of $12.00 has failed'],
])('%s is e-mailed to the business, with the URL of the booking', async (kind, subject, title) => {
  await rows("UPDATE transactions SET dispute_id = 'dp_1', charge_id = 'ch_1'");
  await insertRow('transactions', 1, {
    id: 're_1',
    type: 'refund',
    kind: 'refund',
    checkout_id: null,
    payment_id: 'pi_booking1',
    amount: 1200,
    status: 'failed',
  });
  const mails = await mailsOf(kind, subject);
  expect(mails).toMatchObject([{ to: 'office@dumpsters.example.com', subject: title }]);
  expect(mails[0]?.text).toContain('http://localhost:8788/admin/bookings/1\n');
  expect(mails[0]?.text).toContain(`At Stripe: ${subject}`);
});
