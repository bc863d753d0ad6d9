import type { BookingCorrections } from '#contract/booking-details.ts';
import { AppError, type Issue } from '#domain/shared/errors.ts';
import type { Context } from '#worker/base/context.ts';
import { phoneRefusal } from '#worker/base/platform/phone-numbers.ts';
import type { Actor } from '#worker/base/sessions/sessions.ts';
import { changeBooking } from '#worker/bookings/change.ts';
import { isPermitMissing } from '#worker/bookings/permits.ts';
import { updatePaymentStatus } from '#worker/money/ledger/repo.ts';
import { enqueueOutboxRow } from '#worker/notify/outbox/enqueue.ts';
import { insertCustomerTask } from '#worker/notify/outbox/repo.ts';
import { unlinkAddress } from '#worker/places/geocoding/repo.ts';
import { enqueueGeocoding } from '#worker/places/geocoding/service.ts';
import { updatePermitAttention } from '#worker/rental/attention-repo.ts';
import type { BookingRecord } from '#worker/rental/repo.ts';
import { getBookingAt } from '#worker/rental/service.ts';
import { assertPriceAccepted, planPlace } from './place.ts';
import { isAtStripe } from './stripe-customer.ts';

type Input = { id: number; version: number; changes: BookingCorrections; acceptPrice: boolean };

/**
 * Changes the given details. The zone, the price and the permit's flag follow the place; the customer at Stripe follows
 * the name, the e-mail address and the phone number. Throws conflict with the new price until `acceptPrice` is true.
 */
export async function updateBooking(
  ctx: Context,
  actor: Actor,
  { id, version, changes, acceptPrice }: Input,
) {
  const read = await getBookingAt(ctx, { id, version });
  assertCorrectable(read, changes);
  const fields = differingFields(read, changes);
  const place = await planPlace(ctx, read, pick(changes, fields));
  assertPriceAccepted(place, { zip: changes.zip ?? read.zip, acceptPrice });
  const taskId = fields.some(isAtStripe) ? ctx.newId() : null;
  const isMoved = fields.some(isOfAddress);
  const changed = await changeBooking(ctx, actor, {
    id,
    version,
    endsLink: () => (place.changes.finalPrice === undefined ? null : 'price'),
    // `version` is required, so the record is the one that was read above.
    plan: async (record) => {
      const all = { ...pick(changes, fields), ...place.changes };
      const isMissing = await isPermitMissing(ctx, record, all);
      const nowMs = ctx.now();
      return {
        changes: all,
        before: { ...pick(record, fields), ...priceFacts(record, place.changes) },
        after: { ...pick(changes, fields), ...priceFacts({ ...record, ...place.changes }, place.changes) },
        writes: [
          updatePermitAttention(ctx.db, id, { isMissing, nowMs }),
          ...(isMoved ? [unlinkAddress(ctx.db, id)] : []),
          ...(place.changes.finalPrice === undefined ? [] : [updatePaymentStatus(ctx.db, id)]),
          ...(taskId
            ? [insertCustomerTask(ctx.db, { id: taskId, bookingId: id, version, createdAt: nowMs })]
            : []),
        ],
      };
    },
    isDone: () => fields.length === 0,
  });
  if (taskId) await enqueueOutboxRow(ctx, taskId);
  if (isMoved) await enqueueGeocoding(ctx, id);
  return changed;
}

function isOfAddress(field: Field): boolean {
  return field === 'address' || field === 'city' || field === 'state' || field === 'zip';
}

/** The price in the history: the agreed one if it changes, and the final one. Cents. */
function priceFacts(
  { quote, finalPrice }: Pick<BookingRecord, 'quote' | 'finalPrice'>,
  changed: { quote?: unknown; finalPrice?: unknown },
) {
  return {
    ...(changed.quote !== undefined && { agreedPrice: quote?.total ?? null }),
    ...(changed.finalPrice !== undefined && { finalPrice }),
  };
}

/** What the schema cannot check. */
function assertCorrectable({ zip, source }: BookingRecord, changes: BookingCorrections) {
  // A later removal would not find what is entered now.
  if (zip === '') {
    throw new AppError(
      'conflict',
      "The customer's personal data was removed from this booking, so its details can no longer be changed.",
    );
  }
  const messages = {
    email:
      changes.email === null && source === 'web'
        ? 'Enter an e-mail address: the customer booked online and gets e-mails'
        : null,
    phone: changes.phone === undefined ? null : phoneRefusal(changes.phone),
    secondPhone: changes.secondPhone ? phoneRefusal(changes.secondPhone) : null,
  };
  const issues: Issue[] = Object.entries(messages).flatMap(([path, message]) =>
    message ? [{ path, message }] : [],
  );
  if (issues[0]) throw new AppError('invalid', issues[0].message, { issues });
}

type Field = keyof BookingCorrections;

function differingFields(record: BookingRecord, changes: BookingCorrections): Field[] {
  const given = Object.keys(changes) as Field[];
  return given.filter((field) => changes[field] !== undefined && changes[field] !== record[field]);
}

function pick<T extends BookingCorrections | BookingRecord>(from: T, fields: readonly Field[]) {
  return Object.fromEntries(fields.map((field) => [field, from[field] ?? null])) as { [F in Field]?: never };
}
