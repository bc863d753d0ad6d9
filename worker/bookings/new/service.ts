import type { NewBooking } from '#contract/new-booking.ts';
import { can } from '#domain/accounts/access.ts';
import { formatDay } from '#domain/shared/days.ts';
import { AppError } from '#domain/shared/errors.ts';
import type { Context } from '#worker/base/context.ts';
import { commit, GuardFailed } from '#worker/base/db/commit.ts';
import { sha256 } from '#worker/base/platform/digest.ts';
import type { Actor } from '#worker/base/sessions/sessions.ts';
import { findUnitConflict } from '#worker/bookings/days.ts';
import { isUnitFreeNow } from '#worker/fleet/units/free-units-repo.ts';
import { findOpenLink } from '#worker/money/charges/repo.ts';
import { createDepositIntent, dropDepositIntent, nameBookingOfIntent } from '#worker/money/links/deposit.ts';
import { newPayUrl } from '#worker/money/links/service.ts';
import { enqueueOutboxRow } from '#worker/notify/outbox/enqueue.ts';
import { enqueueGeocoding } from '#worker/places/geocoding/service.ts';
import type { BookingRecord } from '#worker/rental/repo.ts';
import { getBooking } from '#worker/rental/service.ts';
import { type BookingPlan, planBooking } from './plan.ts';
import { findBookingRequest } from './repo.ts';
import { bookingStatements, demandOf } from './statements.ts';

/** `payUrl`: where the deposit can be paid; null without an open payment link. */
export type MadeBooking = { record: BookingRecord; payUrl: string | null };

/**
 * Makes a booking for a customer on the phone: its unit, truck moves and payment in one transaction. A repeated call
 * with the same Idempotency-Key returns the first booking. Nothing is stored when the payment cannot be opened.
 */
export async function createBooking(
  ctx: Context,
  actor: Actor,
  { body, key }: { body: NewBooking; key: string | null },
): Promise<MadeBooking> {
  assertMayCreate(actor, body);
  const request = { key: key ?? ctx.newId(), hash: await sha256(JSON.stringify(body)) };
  const earlier = await findMade(ctx, request);
  if (earlier) return earlier;
  try {
    return await book(ctx, actor, { body, request });
  } catch (error) {
    // The unit or the truck moves may have gone to the same call, sent twice.
    const made = error instanceof AppError ? await findMade(ctx, request) : null;
    if (made) return made;
    throw error;
  }
}

type Request = { key: string; hash: string };

async function book(
  ctx: Context,
  actor: Actor,
  { body, request }: { body: NewBooking; request: Request },
): Promise<MadeBooking> {
  const plan = await planBooking(ctx, body);
  if (!(await isUnitFreeNow(ctx.db, demandOf(plan)))) throw await explainRefusal(ctx, plan);
  const deposit = body.payment.method === 'link' ? await createDepositIntent(ctx, paymentOf(plan)) : null;
  const outcome = await make(ctx, bookingStatements(ctx, actor, { plan, request, deposit }));
  if (outcome !== 'made') {
    if (deposit) await dropDepositIntent(ctx, deposit);
    if (outcome === 'refused') throw await explainRefusal(ctx, plan);
  }
  const made = await findMade(ctx, request);
  if (!made) throw new Error(`The booking of request ${request.key} does not exist after its insert`);
  if (outcome === 'repeated') return made;
  const bookingId = made.record.id;
  ctx.log.info('booking_made', { bookingId });
  await enqueueGeocoding(ctx, bookingId);
  if (deposit) await nameBookingOfIntent(ctx, deposit, bookingId);
  return made;
}

/** What `access` of the call does not say: how staff may have the customer pay, and at which price. */
function assertMayCreate({ role }: Actor, { payment, priceOverride }: NewBooking) {
  const isRecorded = payment.method !== 'link' && payment.method !== 'later';
  if (isRecorded && !can(role, 'payments:record')) {
    throw new AppError('forbidden', 'Your account may not record payments.');
  }
  if (payment.method === 'link' && !can(role, 'payments:link')) {
    throw new AppError('forbidden', 'Your account may not send payment links.');
  }
  if (priceOverride && !can(role, 'bookings:override-price')) {
    throw new AppError('forbidden', 'Your account may not change the price.');
  }
}

/** 'repeated': a call with the same key made its booking first. 'refused': no unit or no truck move was left. */
async function make(
  ctx: Context,
  { guards, writes, outboxIds }: ReturnType<typeof bookingStatements>,
): Promise<'made' | 'repeated' | 'refused'> {
  try {
    await commit(ctx, { guards, writes });
  } catch (error) {
    if (!(error instanceof GuardFailed)) throw error;
    return error.guard === 'request_new' ? 'repeated' : 'refused';
  }
  for (const id of outboxIds) await enqueueOutboxRow(ctx, id);
  return 'made';
}

/** The booking that this call made before; null if it made none. Throws conflict for another body with its key. */
async function findMade(ctx: Context, { key, hash }: Request): Promise<MadeBooking | null> {
  const made = await findBookingRequest(ctx.db, key);
  if (made === null) return null;
  if (made.requestHash === hash) return readMadeBooking(ctx, made.id);
  throw new AppError('conflict', 'This Idempotency-Key was used for another booking.');
}

/** Each call has a URL of its own for the same payment link: only the hash of a URL is stored. */
async function readMadeBooking(ctx: Context, id: number): Promise<MadeBooking> {
  const link = await findOpenLink(ctx.db, id);
  const payUrl = link ? await newPayUrl(ctx, link.id) : null;
  return { record: await getBooking(ctx, id), payUrl };
}

/** Why the booking cannot have its days: the chosen unit is taken, the trucks are full, or no unit is free. */
async function explainRefusal(ctx: Context, plan: BookingPlan): Promise<AppError> {
  const { rental, dumpsterId } = demandOf(plan);
  const days = { start: rental.start, end: rental.end };
  if (dumpsterId !== null) {
    const conflict = await findUnitConflict(ctx, { dumpsterId, days, bookingId: 0 });
    if (conflict) return conflict;
  }
  // Throws when the last truck move was taken since the first check.
  await planBooking(ctx, plan.body);
  const text = `${formatDay(days.start)} to ${formatDay(days.end)}`;
  const message = `No ${plan.price.sizeName} unit is free from ${text}. Choose another day or size.`;
  return new AppError('sold_out', message, { body: { reason: 'sold_out' } });
}

function paymentOf({
  body,
  price,
  depositAmount,
  finalPrice,
}: BookingPlan): Parameters<typeof createDepositIntent>[1] {
  const { firstName, lastName, email, phone, rentalType, dumpsterType, deliveryDate } = body;
  const { rentalTitle, sizeName } = price;
  return {
    customer: { firstName, lastName, email, phone },
    amount: depositAmount,
    isInFull: finalPrice !== null,
    rental: { rentalTitle, sizeName, rentalType, dumpsterType, deliveryDate },
  };
}
