import type { BookingDetails } from '#contract/bookings.ts';
import { sha256 } from '#worker/base/platform/digest.ts';

/** A removal of a customer's personal data. The address itself is not stored. */
export type Removal = {
  id: string;
  /** SHA-256 of the address, trimmed and lower-case; '' for bookings without one, which only their numbers name. */
  emailHash: string;
  /** Bookings and checkouts made later belong to a customer who came back, and stay. */
  removedAtMs: number;
};

/** A removal in the bucket. The ids are absent when it was made again from the row of the database. */
export type ListedRemoval = Removal & {
  /** Stripe's ids of the deposits: a restore can bring their bookings back with an earlier address. */
  paymentIds?: readonly string[] | undefined;
  checkoutIds?: readonly string[] | undefined;
  /** With the time, because a restore can give the number to a later booking. */
  bookings?: readonly { id: number; createdAtMs: number }[] | undefined;
};

/** The prefix of the removals in the bucket BACKUPS: they must outlive the database. */
export const REMOVALS_PREFIX = 'removals/';

/** The key of a removal's object; keys are in the order of time. */
export function removalKey({ id, removedAtMs }: Removal): string {
  return `${REMOVALS_PREFIX}${new Date(removedAtMs).toISOString().replace(/[:.]/g, '-')}-${id}.json`;
}

/** SHA-256 of an address, trimmed and lower-case. */
export function hashAddress(email: string): Promise<string> {
  return sha256(email.trim().toLowerCase());
}

/** What each detail that a customer enters becomes in a revision of a checkout, as SQL; null: it stays, it names no one. */
const REVISION_DETAILS: Readonly<Record<keyof BookingDetails, string | null>> = {
  firstName: "'Removed'",
  lastName: "'customer'",
  email: "''",
  phone: "''",
  address: "'Removed'",
  city: "'Removed'",
  state: null,
  zip: "''",
  deliveryDate: null,
  notes: "''",
  company: 'NULL',
  poNumber: 'NULL',
  placement: 'NULL',
  rentalType: null,
  dumpsterType: null,
};
/** The same in a booking. Without an e-mail address it belongs to no client. */
const BOOKING_DETAILS = { ...REVISION_DETAILS, email: 'NULL', notes: 'NULL' };

/** The assignments of an UPDATE. */
function assignments(details: Readonly<Record<string, string | null>>): string {
  const emptied = Object.entries(details).filter(([, value]) => value !== null);
  return emptied.map(([name, value]) => `${columnOf(name)} = ${value}`).join(', ');
}

/** 'first_name' of 'firstName'. */
const columnOf = (name: string) => name.replace(/[A-Z]/g, (capital) => `_${capital.toLowerCase()}`);

/** The keys of history values that describe the customer. */
const HISTORY_KEYS = [
  ...Object.entries(REVISION_DETAILS).flatMap(([name, value]) => (value === null ? [] : [name])),
  'secondPhone',
  'internalNotes',
  'permitNumber',
  'to',
  'excerpt',
  'reference',
  'voidReason',
];

/**
 * The SQL statements of a removal, for one transaction. Blanks the customer's data in bookings, unpaid bookings, the
 * history, the ledger and what drivers and staff wrote to them; triggers update clients, totals and search words.
 * Amounts, days and units stay. Running them again changes nothing. `email` null: only the rows whose ids the removal
 * has.
 */
export function removalStatements(removal: ListedRemoval, email: string | null): string[] {
  const { id, emailHash, removedAtMs } = removal;
  const { bookings, checkouts } = selectionOf(removal, email);
  const at = Math.trunc(removedAtMs);
  return [
    `INSERT INTO removals (id, email_hash, removed_at) VALUES (${quoted(id)}, ${quoted(emailHash)}, ${at})
     ON CONFLICT (id) DO UPDATE SET finished_at = NULL`,
    `UPDATE history SET before = ${withoutPersonalValues('before')}, after = ${withoutPersonalValues('after')}
     WHERE subject = 'booking' AND subject_id IN (${bookings})`,
    // The version is the one that the update of the bookings makes.
    `INSERT INTO history (subject, subject_id, version, action, actor_type, actor_name, created_at)
     SELECT 'booking', id, version + 1, 'personal_data_removed', 'system', 'System', ${at}
     FROM bookings WHERE id IN (${bookings})`,
    // While a removal is unfinished, the trigger transactions_removed_customer blanks every row that is updated.
    `UPDATE transactions SET snapshot = snapshot, reference = NULL, void_reason = NULL
     WHERE booking_id IN (${bookings}) OR checkout_id IN (${checkouts})`,
    `UPDATE refund_parts SET paid_out_reference = NULL
     WHERE operation_id IN (SELECT id FROM payment_operations WHERE booking_id IN (${bookings}))`,
    `UPDATE outbox SET error = NULL, undelivered_reason = NULL WHERE booking_id IN (${bookings})`,
    // A card that was not saved is not saved any more: its customer at Stripe would have the removed data.
    `UPDATE outbox SET done_at = ${at}, dead_at = NULL WHERE booking_id IN (${bookings}) AND kind = 'save-card' AND done_at IS NULL`,
    // STOP and START keep their number, because a number that stopped texts must not get any again.
    `UPDATE text_replies SET body = '' WHERE phone IN (${textNumbers(bookings)})`,
    `DELETE FROM text_replies WHERE keyword NOT IN ('stop', 'start') AND phone IN (${textNumbers(bookings)})`,
    `UPDATE text_consents SET phone = '', ip = NULL WHERE booking_id IN (${bookings})`,
    `UPDATE text_messages SET phone = '', body = '' WHERE booking_id IN (${bookings})`,
    `DELETE FROM email_bounces WHERE email IN (SELECT client_email FROM bookings WHERE id IN (${bookings}))`,
    `UPDATE messages SET content = '' WHERE booking_id IN (${bookings})`,
    `UPDATE bulk_action_rows SET message = NULL WHERE booking_id IN (${bookings})`,
    // A view that searches for the customer has nothing to find any more.
    `DELETE FROM saved_views WHERE ${namesCustomer("query || ' ' || name", bookings)}`,
    // Where the customer lives, unless another booking has the same address.
    `DELETE FROM geocodes WHERE address IN (SELECT address FROM booking_places WHERE booking_id IN (${bookings}))
       AND address NOT IN (SELECT address FROM booking_places WHERE booking_id NOT IN (${bookings}))`,
    `DELETE FROM booking_places WHERE booking_id IN (${bookings})`,
    // A correction keeps a reason.
    `UPDATE unit_locations SET reason = 'Removed' WHERE booking_id IN (${bookings}) AND reason IS NOT NULL`,
    // Without its hash no one can read a photo, and the nightly purge deletes its object.
    `UPDATE delivery_photos SET notes = NULL, gps_lat = NULL, gps_lng = NULL, sha256 = NULL WHERE booking_id IN (${bookings})`,
    `UPDATE driver_actions SET payload = '{}' WHERE stop_id IN (SELECT id FROM driver_route_stops WHERE booking_id IN (${bookings})) AND type <> 'inspection'`,
    `UPDATE driver_route_stops SET customer_signature = NULL, notes = NULL, outcome_reason = NULL WHERE booking_id IN (${bookings})`,
    `DELETE FROM checkout_blocks WHERE checkout_blocks.key LIKE 'email:%' AND ${isBlockOf(checkouts, email)}`,
    `UPDATE checkout_revisions SET ${assignments(REVISION_DETAILS)}, fingerprint = '', text_opt_in = NULL WHERE checkout_id IN (${checkouts})`,
    // Last: the statements above find the customer's rows by these columns.
    `UPDATE checkouts SET email_key = '', phone_key = '', ip_key = '', terms_ip = '', device_id = NULL, home_network = '',
       wide_network = '', utm = NULL WHERE id IN (${checkouts})`,
    `UPDATE bookings SET ${assignments(BOOKING_DETAILS)}, second_phone = NULL, internal_notes = NULL, terms_ip = NULL,
       permit_number = NULL, utm = NULL, request_hash = NULL, version = version + 1,
       kept_days_removed = CASE WHEN kept_days_removed IS NOT NULL THEN 'Removed' END
     WHERE id IN (${bookings})`,
    // The keys of merged clients are addresses and numbers, too.
    `DELETE FROM client_aliases WHERE created_at <= ${at} AND (${isAliasOf(email)}
       OR NOT EXISTS (SELECT 1 FROM bookings WHERE client_key = client_aliases.client_key))`,
    `UPDATE removals SET finished_at = ${at} WHERE id = ${quoted(id)}`,
  ];
}

const SEARCH_INDEXES = ['bookings', 'clients', 'transactions'].flatMap((list) => [
  `${list}_search`,
  `${list}_words`,
]);

/**
 * The SQL statements that erase the words of removed rows from the search indexes. FTS5 only marks a row as deleted, and
 * its option secure-delete does not work for indexes without content; a merge of all segments leaves such rows out. It
 * writes the whole index again (seconds with 100,000 bookings), so several removals share one.
 */
export const WORD_ERASURES: readonly string[] = SEARCH_INDEXES.map(
  (index) => `INSERT INTO ${index} (${index}) VALUES ('optimize')`,
);

export type CustomerBooking = {
  id: number;
  name: string;
  delivery_date: string;
  status: string;
  created_at: number;
  stripe_customer_id: string | null;
  stripe_payment_intent_id: string | null;
  /** The e-mail address, else the phone number; null without both. */
  contact_key: string | null;
  /** Why its data is still needed; null when it is not. */
  needed_for: string | null;
};

/** What names a customer: an e-mail address, the last ten digits of a phone number, or the number of a booking. */
export type CustomerTerm = { email: string } | { phone: string } | { bookingId: number };

/** A query for { key }: all keys of the client, merged ones included. One row with null if the booking has no key. */
export function customerKeysQuery(term: CustomerTerm): string {
  const key =
    'bookingId' in term
      ? `(SELECT client_key FROM bookings WHERE id = ${Math.trunc(term.bookingId)})`
      : `lower(trim(${quoted('email' in term ? term.email : term.phone)}))`;
  const client = `coalesce((SELECT client_key FROM client_aliases WHERE alias_key = ${key}), ${key})`;
  return `SELECT ${client} AS key UNION SELECT alias_key FROM client_aliases WHERE client_key = ${client} ORDER BY 1`;
}

/** The bookings of a customer: those of its keys, and the one that has no key. */
export type CustomerBookings = { keys: readonly string[]; bookingId?: number | undefined };

/** A query for CustomerBooking rows. `today`: yyyy-mm-dd. */
export function customerBookingsQuery({ keys, bookingId }: CustomerBookings, today: string): string {
  const isNamed = bookingId === undefined ? '0' : `id = ${Math.trunc(bookingId)} AND NOT (${isRemoved})`;
  return `SELECT id, contact_key, first_name || ' ' || last_name AS name, delivery_date, status, created_at, stripe_customer_id,
      stripe_payment_intent_id, CASE
      WHEN EXISTS (SELECT 1 FROM payment_operations WHERE booking_id = b.id AND state NOT IN ('succeeded', 'failed', 'canceled'))
        THEN 'a charge or refund is in progress'
      WHEN EXISTS (SELECT 1 FROM pay_links WHERE booking_id = b.id AND state = 'open') THEN 'a payment link is open'
      WHEN EXISTS (SELECT 1 FROM transactions WHERE booking_id = b.id
        AND dispute_status IN ('needs_response', 'under_review', 'warning_needs_response', 'warning_under_review'))
        THEN 'a dispute is open'
      WHEN EXISTS (SELECT 1 FROM outbox WHERE booking_id = b.id AND kind = 'save-card' AND done_at IS NULL AND dead_at IS NULL)
        THEN 'its card is being saved: try again in a minute'
      WHEN status <> 'cancelled'
        AND EXISTS (SELECT 1 FROM dumpster_schedule WHERE booking_id = b.id AND end_date >= ${quoted(today)})
        THEN 'the rental has not ended'
      -- A booking without a unit has no row in the schedule.
      WHEN status NOT IN ('cancelled', 'completed') AND ${quoted(today)} <= pickup_day
        THEN 'the rental has not ended'
      -- Also of a cancelled booking: a final price above the deposit is then a fee.
      WHEN payment_status <> 'refunded' AND final_price > paid_amount
        THEN 'a balance is not paid: charge it, or lower the final price' END AS needed_for
    FROM bookings b WHERE client_key IN (${listed(keys)}) OR ${isNamed} ORDER BY id`;
}

/** A query for the number of unpaid or paid checkouts of some keys, and how many are open: { total, open }. */
export function customerCheckoutsQuery(keys: readonly string[]): string {
  return `SELECT count(*) AS total, coalesce(sum(state = 'open'), 0) AS open FROM checkouts WHERE email_key IN (${listed(keys)})`;
}

/** A query for { id }: the checkouts of an address, and those that became its bookings. */
export function customerCheckoutIdsQuery(email: string): string {
  return `SELECT id FROM checkouts WHERE ${checkoutIs(email)}
    OR booking_id IN (SELECT id FROM bookings WHERE ${clientIs(email)})`;
}

function selectionOf(
  { removedAtMs, paymentIds = [], checkoutIds = [], bookings: numbered = [] }: ListedRemoval,
  email: string | null,
) {
  const byNumber = numbered.map(
    ({ id, createdAtMs }) => ` OR id = ${Math.trunc(id)} AND created_at = ${Math.trunc(createdAtMs)}`,
  );
  // A removed booking keeps its payment and number, so that it is not removed twice.
  const bookingsById = `(stripe_payment_intent_id IN (${listed(paymentIds)})${byNumber.join('')}) AND NOT (${isRemoved})`;
  const checkoutsById = `id IN (${listed(checkoutIds)}) AND email_key <> ''`;
  if (email === null) {
    return {
      bookings: `SELECT id FROM bookings WHERE ${bookingsById}`,
      checkouts: `SELECT id FROM checkouts WHERE ${checkoutsById}`,
    };
  }
  const until = `created_at <= ${Math.trunc(removedAtMs)}`;
  // After a restore a checkout of before can become a booking now.
  const bookings = `SELECT id FROM bookings AS b WHERE ${clientIs(email)} AND (${until}
    OR EXISTS (SELECT 1 FROM checkouts AS c WHERE c.booking_id = b.id AND c.${until})) OR ${bookingsById}`;
  return {
    bookings,
    checkouts: `SELECT id FROM checkouts WHERE (${checkoutIs(email)} AND ${until}) OR booking_id IN (${bookings})
      OR ${checkoutsById}`,
  };
}

/** The numbers of the bookings, and those to which texts of them were allowed or sent. */
function textNumbers(bookings: string): string {
  return `SELECT phone FROM text_consents WHERE booking_id IN (${bookings}) AND phone <> ''
    UNION SELECT phone FROM text_messages WHERE booking_id IN (${bookings}) AND phone <> ''
    UNION SELECT '+1' || substr(${dialed('phone')}, -10) FROM bookings
      WHERE id IN (${bookings}) AND length(${dialed('phone')}) >= 10`;
}

/** A phone number without the characters between its digits. */
const dialed = (phone: string) =>
  withReplaced(phone, { '(': '', ')': '', '-': '', '.': '', ' ': '', '+': '' });

/** Without an address, by those of the checkouts, which are blanked later. */
function isBlockOf(checkouts: string, email: string | null): string {
  if (email !== null) return `instr(checkout_blocks.key, lower(trim(${quoted(email)}))) > 0`;
  return `EXISTS (SELECT 1 FROM checkouts AS c
    WHERE c.id IN (${checkouts}) AND c.email_key <> '' AND instr(checkout_blocks.key, c.email_key) > 0)`;
}

/** A text or the query of a URL that has the e-mail address, a phone number or the full name of one of the bookings. */
function namesCustomer(text: string, bookings: string): string {
  const plain = withReplaced(`lower(${text})`, { '%40': '@', '%20': ' ', '+': ' ' });
  const digits = withReplaced(plain, { '%28': '', '%29': '', '(': '', ')': '', '-': '', '.': '', ' ': '' });
  const has = (where: string, value: string, least: number) =>
    `(length(${value}) >= ${least} AND instr(${where}, ${value}) > 0)`;
  return `EXISTS (SELECT 1 FROM bookings AS person WHERE person.id IN (${bookings}) AND (
    ${has(plain, 'lower(trim(person.email))', 3)} OR ${has(plain, "lower(person.first_name || ' ' || person.last_name)", 3)}
    OR ${has(digits, `substr(${dialed('person.phone')}, -10)`, 7)}
    OR ${has(digits, `substr(${dialed('person.second_phone')}, -10)`, 7)}))`;
}

const withReplaced = (text: string, replaced: Readonly<Record<string, string>>) =>
  Object.entries(replaced).reduce((nested, [from, to]) => `replace(${nested}, '${from}', '${to}')`, text);

const isRemoved = "first_name = 'Removed' AND last_name = 'customer' AND email IS NULL AND phone = ''";

function isAliasOf(email: string | null): string {
  if (email === null) return '0';
  const key = `lower(trim(${quoted(email)}))`;
  return `alias_key = ${key} OR client_key = ${key}`;
}

const listed = (ids: readonly string[]) => ids.map(quoted).join(', ');
const clientIs = (email: string) => `client_email = lower(trim(${quoted(email)}))`;
const checkoutIs = (email: string) => `email_key = ${quoted(email.trim().toLowerCase())}`;

function withoutPersonalValues(column: string): string {
  return `json_replace(${column}, ${HISTORY_KEYS.map((key) => `'$.${key}', 'Removed'`).join(', ')})`;
}

/** An SQL string literal. */
function quoted(text: string): string {
  if (text.includes('\0')) throw new Error('An e-mail address cannot have a NUL character.');
  return `'${text.replaceAll("'", "''")}'`;
}
