import { randomUUID } from 'node:crypto';
import { createInterface } from 'node:readline/promises';
import { phoneKey } from '#domain/shared/phone-numbers.ts';
import {
  type CustomerBooking,
  type CustomerBookings,
  type CustomerTerm,
  customerBookingsQuery,
  customerCheckoutIdsQuery,
  customerCheckoutsQuery,
  customerKeysQuery,
  hashAddress,
  type ListedRemoval,
  removalKey,
  removalStatements,
  WORD_ERASURES,
} from '#worker/operations/removals/statements.ts';
import { runCommand } from './command.ts';
import { businessDayAt, readDeployConfig } from './deploy/config.ts';
import { ROOT } from './root.ts';
import { openTarget, type Target } from './target.ts';

const USAGE =
  "The customer is missing: npm run customer:remove -- EMAIL, PHONE or BOOKING ('#12'), and --local, --remote or --preview; --yes does not ask.";

/** Removes the personal data of a customer: shows what it will blank, asks, and adds the removals to the list in R2. */
await runCommand(async () => {
  const args = process.argv.slice(2);
  const given = args.find((each) => !each.startsWith('--'))?.trim() ?? '';
  const term = parseCustomerTerm(given);
  const target = openTarget(args);
  const keys = (await target.query<{ key: string | null }>(customerKeysQuery(term))).flatMap(
    ({ key }) => key ?? [],
  );
  const customer = { keys, ...('bookingId' in term && { bookingId: term.bookingId }) };
  const bookings = await findBookings(target, customer, given);
  if (!args.includes('--yes')) await confirm(given);
  const removals = await planRemovals(target, keys, bookings);
  // The list first: if the second step fails, a restore removes the data, and so does this command when it runs again.
  for (const { removal } of removals)
    await target.writeObject(removalKey(removal), Buffer.from(JSON.stringify(removal)));
  const statements = removals.flatMap(({ removal, email }) => removalStatements(removal, email));
  await target.update([...statements, ...WORD_ERASURES]);
  const left = await target.query<CustomerBooking>(customerBookingsQuery(customer, readBusinessDay(target)));
  if (left.length > 0) throw new Error(`A booking was made since then: run the command again.`);
  for (const { removal } of removals)
    console.log(`Removed. The removal is stored as ${removalKey(removal)}.`);
  console.log(stripeText(bookings));
});

/** Throws if the argument is none of the three. */
function parseCustomerTerm(given: string): CustomerTerm {
  if (given.includes('@')) return { email: given };
  if (/^#?\d{1,9}$/.test(given)) return { bookingId: Number(given.replace('#', '')) };
  const phone = phoneKey(given);
  if (phone.length < 10) throw new Error(USAGE);
  return { phone };
}

type PlannedRemoval = { removal: ListedRemoval; email: string | null };

/**
 * One removal for each e-mail address, and one for the bookings without an address. A phone number is not stored, not
 * even as a hash: all numbers can be tried.
 */
async function planRemovals(target: Target, keys: readonly string[], bookings: readonly CustomerBooking[]) {
  // A local system can have a clock in the future.
  const removedAtMs = Math.max(Date.now(), ...bookings.map(({ created_at }) => created_at));
  const plan = async (email: string | null, own: CustomerBooking[]): Promise<PlannedRemoval> => {
    const checkouts = email ? await target.query<{ id: string }>(customerCheckoutIdsQuery(email)) : [];
    const removal = {
      id: randomUUID(),
      emailHash: email ? await hashAddress(email) : '',
      removedAtMs,
      paymentIds: own.flatMap(({ stripe_payment_intent_id: id }) => id ?? []),
      checkoutIds: checkouts.map(({ id }) => id),
      bookings: own.map(({ id, created_at }) => ({ id, createdAtMs: created_at })),
    };
    return { removal, email };
  };
  const emails = keys.filter((key) => key.includes('@'));
  const others = bookings.filter(({ contact_key: key }) => key === null || !emails.includes(key));
  const removals = others.length > 0 ? [await plan(null, others)] : [];
  for (const email of emails)
    removals.push(
      await plan(
        email,
        bookings.filter(({ contact_key: key }) => key === email),
      ),
    );
  return removals;
}

/** Prints what will be blanked. Throws when there is nothing, or when a booking still needs its customer. */
async function findBookings(
  target: Target,
  customer: CustomerBookings,
  given: string,
): Promise<CustomerBooking[]> {
  const bookings = await target.query<CustomerBooking>(
    customerBookingsQuery(customer, readBusinessDay(target)),
  );
  const [checkouts] = await target.query<{ total: number; open: number }>(
    customerCheckoutsQuery(customer.keys),
  );
  if (bookings.length === 0 && !checkouts?.total) throw new Error(`No booking or checkout has ${given}.`);
  if (customer.keys.length > 1) {
    console.log(
      `Staff merged these into one client, and all of them are removed: ${customer.keys.join(', ')}`,
    );
  }
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
    'Blanked: name, company, e-mail, phones, address, placement, notes, IP addresses and device in bookings, checkouts,\n' +
      'clients, history, ledger, messages, bulk actions and signatures. Deleted: the place of the address on the map.\n' +
      'Kept: amounts, days, units, the state, and what\n' +
      'staff wrote as reasons of refunds and prices.',
  );
  return bookings;
}

async function confirm(given: string): Promise<void> {
  if (!process.stdin.isTTY) throw new Error('Nothing was removed: run this on a terminal, or add --yes.');
  const terminal = createInterface({ input: process.stdin, output: process.stdout });
  try {
    const answer = await terminal.question(`This cannot be undone. Type ${given} to remove it: `);
    if (answer.trim().toLowerCase() !== given.toLowerCase()) throw new Error('Nothing was removed.');
  } finally {
    terminal.close();
  }
}

/** The day of the business. A local system has the settings of production. */
function readBusinessDay({ environment }: Target): string {
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
