import { hashAddress, removalStatements, WORD_ERASURES } from '#worker/operations/removals/statements.ts';
import { insertRow } from './builders.ts';
import type { TableName } from './sample-rows.ts';
import { rows, testEnv } from './world.ts';

/** What stays of the snapshot of a payment. */
export const KEPT_OF_SNAPSHOT = {
  id: 'pi_1',
  amount: 32_500,
  receipt_email: null,
  metadata: { app: 'dumpster-rental' },
  payment_method_types: ['card', 'link'],
  last_payment_error: { code: 'card_declined', message: 'Your card was declined.' },
  latest_charge: {
    id: 'ch_1',
    outcome: { type: 'authorized', seller_message: 'Payment complete.' },
    payment_method_details: { type: 'card', card: { brand: 'visa', last4: '4242' } },
  },
};

export function makeStoredSnapshot(n: number) {
  const [email, name] = [`ada${n}@example.com`, `Ada Customer${n}`];
  const wallet = { type: 'link', link: { email }, apple_pay: { shipping_address: { name } } };
  const { latest_charge: charge, last_payment_error: error } = KEPT_OF_SNAPSHOT;
  return JSON.stringify({
    ...KEPT_OF_SNAPSHOT,
    receipt_email: email,
    shipping: { name },
    a_new_field: { name },
    last_payment_error: { ...error, payment_method: { billing_details: { email, name } } },
    latest_charge: {
      ...charge,
      billing_details: { name },
      receipt_url: 'https://stripe.example',
      payment_method_details: { type: 'card', card: { ...charge.payment_method_details.card, wallet } },
    },
  });
}

/** What drivers recorded at a customer: photos, a signature, positions and notes. */
async function addDriverWork(n: number) {
  await insertRow('driver_routes', n);
  await insertRow('driver_route_stops', n, {
    customer_signature: `Ada Customer${n}`,
    notes: `Call Customer${n} first`,
    outcome_reason: `Customer${n} was not there`,
  });
  await insertRow('driver_actions', n, {
    payload: `{"lat":42.65${n},"lng":-73.75${n},"note":"Customer${n}"}`,
  });
  await insertRow('delivery_photos', n, {
    stop_id: n,
    notes: `House of Customer${n}`,
    upload_id: `upload-${n}`,
    key: `photos/upload-${n}`,
    sha256: String(n).repeat(64),
    gps_lat: Number(`42.65${n}`),
  });
}

/** Two customers, each with a booking, its checkout, ledger, history and work of drivers. */
export async function addCustomers() {
  const tables: TableName[] = ['users', 'bookings', 'dumpsters', 'checkouts', 'checkout_revisions'];
  for (const n of [1, 2]) {
    for (const table of tables) await insertRow(table, n);
    await insertRow('transactions', n, {
      receipt_email: `ada${n}@example.com`,
      snapshot: makeStoredSnapshot(n),
    });
    await insertRow('dumpster_schedule', n);
    await insertRow('messages', n, { content: `From Customer${n}` });
    await insertRow('saved_views', n, { query: `search=ada+customer${n}&status=pending` });
    await addDriverWork(n);
    await insertRow('history', n, {
      subject: 'booking',
      version: null,
      before: JSON.stringify({
        phone: `555000000${n}`,
        permitNumber: `ST-2026-${n}`,
        internalNotes: `Customer${n} pays by check`,
        deliveryDate: '2026-01-01',
      }),
      after: JSON.stringify({ phone: '5550000009', to: `ada${n}@example.com`, excerpt: `Call Customer${n}` }),
    });
  }
  await rows("UPDATE bookings SET notes = 'Gate code 1', terms_ip = '198.51.100.7' WHERE id = 1");
  await rows("UPDATE bookings SET permit_number = 'ST-2026-1' WHERE id = 1");
  for (const table of ['bookings', 'checkouts'])
    await rows(`UPDATE ${table} SET utm = '{"content":"mail-to-ada"}' WHERE rowid = 1`);
  await rows(
    "UPDATE checkouts SET ip_key = '198.51.100.7', email_key = 'ada1@example.com', phone_key = '5550000001' WHERE id = 'checkout-1'",
  );
  await rows(
    "INSERT INTO checkout_blocks (key, blocked_until) VALUES ('email:ada1@example.com network:x', 9)",
  );
}

/** Removes the data of the first customer. */
export async function removeFirst(removedAtMs = Date.now()) {
  const emailHash = await hashAddress('ada1@example.com');
  const removal = { id: 'removal-1', emailHash, removedAtMs };
  const statements = [...removalStatements(removal, ' ADA1@example.com '), ...WORD_ERASURES];
  await testEnv.DB.batch(statements.map((statement) => testEnv.DB.prepare(statement)));
  return removal;
}
