import { randomUUID } from 'node:crypto';
import { createInterface } from 'node:readline/promises';
import {
  type CustomerBooking,
  customerBookingsQuery,
  customerCheckoutIdsQuery,
  customerCheckoutsQuery,
  hashAddress,
  removalKey,
  removalStatements,
  WORD_ERASURES,
} from '#worker/removals/statements.ts';
import { runCommand } from './command.ts';
import { businessDayAt, readDeployConfig } from './deploy/config.ts';
import { ROOT } from './root.ts';
import { openTarget, type Target } from './target.ts';

const USAGE =
  'The e-mail address is missing: npm run customer:remove -- EMAIL (--local, --remote or --preview; --yes does not ask).';

/** Removes the personal data of a customer: shows what it will blank, asks, and adds the removal to the list in R2. */
await runCommand(async () => {
  const args = process.argv.slice(2);
  const email = args.find((each) => !each.startsWith('--'))?.trim();
  if (!email?.includes('@')) throw new Error(USAGE);
  const target = openTarget(args);
  const bookings = await findBookings(target, email);
  if (!args.includes('--yes')) await confirm(email);
  const checkouts = await target.query<{ id: string }>(customerCheckoutIdsQuery(email));
  const removal = {
    id: randomUUID(),
    emailHash: await hashAddress(email),
    // A local system can have a clock in the future.
    removedAtMs: Math.max(Date.now(), ...bookings.map(({ created_at }) => created_at)),
    paymentIds: bookings.flatMap(({ stripe_payment_intent_id: id }) => id ?? []),
    checkoutIds: checkouts.map(({ id }) => id),
  };
  // The list first: if the second step fails, a restore removes the data, and so does this command when it runs again.
  await target.writeObject(removalKey(removal), Buffer.from(JSON.stringify(removal)));
  await target.update([...removalStatements(removal, email), ...WORD_ERASURES]);
  const left = await target.query<CustomerBooking>(customerBookingsQuery(email, todayOf(target)));
  if (left.length > 0) throw new Error(`A booking was made since then: run the command again.`);
  console.log(`Removed. The removal is stored as ${removalKey(removal)}.`);
  console.log(stripeText(bookings));
});

/** Prints what will be blanked. Throws when there is nothing, or when a booking still needs its customer. */
async function findBookings(target: Target, email: string): Promise<CustomerBooking[]> {
  const bookings = await target.query<CustomerBooking>(customerBookingsQuery(email, todayOf(target)));
  const [checkouts] = await target.query<{ total: number; open: number }>(customerCheckoutsQuery(email));
  if (bookings.length === 0 && !checkouts?.total) throw new Error(`No booking or checkout has ${email}.`);
  for (const { id, name, delivery_date, status } of bookings) {
    console.log(`Booking ${id}: ${name}, delivery ${delivery_date}, ${status}`);
  }
  console.log(`Checkouts: ${checkouts?.total ?? 0}`);
  const reasons = bookings.flatMap(({ id, needed_for }) =>
    needed_for ? [`- Booking ${id}: ${needed_for}`] : [],
  );
  if (checkouts?.open) reasons.push('- A checkout is open: it ends within half an hour');
  if (reasons.length > 0) {
    throw new Error(`Nothing was removed, because the data is still needed:\n${reasons.join('\n')}`);
  }
  console.log(
    'Blanked: name, e-mail, phone, address, notes, IP addresses and device in bookings, checkouts, clients, history,\n' +
      'ledger, messages and signatures. Kept: amounts, days, units, the state, and what staff wrote as reasons.',
  );
  return bookings;
}

async function confirm(email: string): Promise<void> {
  if (!process.stdin.isTTY) throw new Error('Nothing was removed: run this on a terminal, or add --yes.');
  const terminal = createInterface({ input: process.stdin, output: process.stdout });
  try {
    const answer = await terminal.question('This cannot be undone. Type the e-mail address to remove it: ');
    if (answer.trim().toLowerCase() !== email.toLowerCase()) throw new Error('Nothing was removed.');
  } finally {
    terminal.close();
  }
}

/** The day of the business. A local system has the settings of production. */
function todayOf({ environment }: Target): string {
  const config = readDeployConfig(ROOT, environment === 'preview' ? 'preview' : 'production');
  return businessDayAt(config, Date.now());
}

/** What remains at Stripe, which this system cannot remove. https://docs.stripe.com/privacy/redaction */
function stripeText(bookings: readonly CustomerBooking[]): string {
  const ids = [...new Set(bookings.flatMap(({ stripe_customer_id: id }) => id ?? []))];
  if (ids.length === 0) return 'Stripe has no customer for these bookings.';
  return [
    'Stripe still has the name, e-mail, phone and card of these customers:',
    ...ids.map((id) => `- ${id}: https://dashboard.stripe.com/customers/${id}`),
    'Redact them with a redaction job (https://docs.stripe.com/privacy/redaction). Stripe refuses payments younger',
    'than 90 days, and a redacted payment can no longer be refunded or defended in a dispute.',
  ].join('\n');
}
