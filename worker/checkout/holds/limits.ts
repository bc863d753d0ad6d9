import type { TooManyReason } from '#contract/checkout-refusals.ts';
import { MINUTE_MS } from '#domain/shared/days.ts';
import { AppError } from '#domain/shared/errors.ts';
import { getBusinessProfile } from '#worker/base/business/profile.ts';
import type { Context } from '#worker/base/context.ts';
import { commit } from '#worker/base/db/commit.ts';
import { incrementCount } from '#worker/base/db/rate-limits-repo.ts';
import type { Networks } from '#worker/base/http/guards/address.ts';
import {
  busyError,
  type CheckoutRequest,
  listRequestedMoves,
  rentalOf,
  takenError,
} from '#worker/checkout/checkout-request.ts';
import { type HoldsInTheWay, releaseExpiredHolds } from '#worker/checkout/sync.ts';
import {
  blockedUntil,
  countPossible,
  findHoldRefusal,
  type HoldLimits,
  type HoldRefusal,
  insertBlock,
} from './limits-repo.ts';

const CALLS_PER_MINUTE = 20;
const BLOCK_MS = 60 * MINUTE_MS;

const DECLINED =
  'Too many card payments were declined from your connection or with your e-mail address, so online booking is paused for up to one hour. No card was charged, and no dumpster is held for you.';

export type CallerKeys = Networks & { emailKey: string; phoneKey: string };

/** The keys that failed payments block: the home network, and the e-mail address on that network and on the device. */
type BlockedCaller = Pick<CallerKeys, 'homeNetwork' | 'emailKey'> & { deviceId: string | null };

/** When the block of a caller ends; null without one. */
export function findBlock(ctx: Context, caller: BlockedCaller): Promise<number | null> {
  return blockedUntil(ctx.db, blockKeys(ctx, caller), ctx.now());
}

/**
 * Counts a call against its home network. Throws 429 above the limit, or while the caller is blocked: `until` is the end of
 * the block.
 */
export async function admitCall(ctx: Context, caller: BlockedCaller, until: number | null) {
  const nowMs = ctx.now();
  if (until)
    throw await tooManyError(ctx, { reason: 'declined_payments', message: DECLINED, waitMs: until - nowMs });
  if (!isAddressCounted(ctx, caller)) return;
  const key = `create-payment-intent:${caller.homeNetwork}`;
  const { count, endsAt } = await incrementCount(ctx.db, { key, windowMs: MINUTE_MS, nowMs });
  if (count > CALLS_PER_MINUTE) {
    ctx.log.warn('checkout_calls_limited', { count });
    const message = 'Too many requests. Please wait a moment and try again.';
    throw await tooManyError(ctx, { reason: 'calls', message, waitMs: endsAt - nowMs });
  }
}

/** Blocks the caller of a checkout with too many failed attempts. */
export async function blockCaller(ctx: Context, caller: BlockedCaller) {
  const until = ctx.now() + BLOCK_MS;
  const writes = blockKeys(ctx, caller).map((key) => insertBlock(ctx.db, key, until));
  await commit(ctx, { writes });
}

/** An e-mail address is blocked on one network and one device only, so that others cannot block its owner. */
function blockKeys(ctx: Context, { homeNetwork, emailKey, deviceId }: BlockedCaller): string[] {
  const keys = [`email:${emailKey} network:${homeNetwork}`];
  if (deviceId !== null) keys.push(`email:${emailKey} device:${deviceId}`);
  if (isAddressCounted(ctx, { homeNetwork })) keys.push(`network:${homeNetwork}`);
  return keys;
}

function isAddressCounted(ctx: Context, { homeNetwork }: Pick<CallerKeys, 'homeNetwork'>): boolean {
  return ctx.settings.hasAddressLimits && homeNetwork !== '';
}

type TooMany = { reason: TooManyReason; message: string | ((phone: string) => string); waitMs: number };

/** A 429 error with the phone number of the business. */
async function tooManyError(ctx: Context, { reason, message, waitMs }: TooMany): Promise<AppError> {
  const { phone } = await getBusinessProfile(ctx);
  const retryAfter = Math.max(1, Math.ceil(waitMs / 1000));
  const text = typeof message === 'string' ? message : message(phone);
  return new AppError('too_many', text, { retryAfter, body: { reason, phone } });
}

/**
 * The reason why days were not taken for a caller within its limits: no unit is free, the trucks have no move left, or
 * too many days or too many truck moves of a day are held unpaid.
 */
export type DaysRefusal = { reason: 'sold_out' | 'full' | 'hold_days' | 'hold_moves'; error: AppError };

/**
 * Retry-After when no hold of the caller can make room. It is constant, so that it does not reveal when holds of others
 * end.
 */
const WAIT_FOR_OTHERS_MS = 5 * 60_000;

/** The limits that a hold of this rental must keep. */
export function makeHoldLimits(ctx: Context, request: CheckoutRequest, checkoutId: string): HoldLimits {
  return {
    checkoutId,
    caller: request.caller,
    deviceId: request.deviceId,
    rental: rentalOf(request),
    moves: listRequestedMoves(request),
    maxMovesPerDay: request.calendar.rules.maxTruckMovesPerDay,
    quantity: request.quantity,
    hasAddressLimits: ctx.settings.hasAddressLimits,
    hasTurnstile: ctx.settings.turnstileSecretKey !== null,
    nowMs: ctx.now(),
  };
}

/** Takes days with `tryHold`. If that is refused, releases expired holds and tries once more. */
export async function holdDays(
  ctx: Context,
  request: CheckoutRequest,
  tryHold: () => Promise<DaysRefusal | null>,
) {
  const refusal = await tryHold();
  if (!refusal) return;
  const released = await releaseExpiredHolds(ctx, findHoldsInTheWay(request, refusal));
  const second = released > 0 ? await tryHold() : refusal;
  if (second) throw second.error;
}

/** The holds that could make room: of a unit of the size, of the truck moves, or all. */
function findHoldsInTheWay(request: CheckoutRequest, { reason }: DaysRefusal): HoldsInTheWay {
  if (reason === 'sold_out') return { rental: rentalOf(request) };
  return reason === 'full' || reason === 'hold_moves' ? { moves: listRequestedMoves(request) } : null;
}

/** The reason why a new hold was refused. Throws when its key is in use or its caller has too many live holds. */
export async function explainHoldRefusal(ctx: Context, request: CheckoutRequest, limits: HoldLimits) {
  const found = await findHoldRefusal(ctx.db, { ...limits, key: request.key });
  if (found.isKeyTaken) throw busyError();
  await assertBelowCallerLimits(ctx, found, limits);
  return daysRefusal(ctx, request, { found, limits });
}

async function assertBelowCallerLimits(ctx: Context, found: HoldRefusal, { nowMs }: HoldLimits) {
  if (found.isBelowContactLimits && found.isBelowNetworkLimits) return;
  const by = found.isBelowContactLimits ? 'network' : 'contact';
  ctx.log.warn('checkout_holds_limited', { by });
  const message = (phone: string) =>
    `${TOO_MANY_HOLDS[by]} Finish one of them, try again when its hold has ended, or call us at ${phone}.`;
  const waitMs = found.nextOwnEnd === null ? WAIT_FOR_OTHERS_MS : found.nextOwnEnd - nowMs;
  throw await tooManyError(ctx, { reason: 'holds', message, waitMs });
}

const TOO_MANY_HOLDS = {
  contact: 'You already have unfinished bookings.',
  network: 'There are too many unfinished bookings from your internet connection.',
};

/** The reason why the days of a revision were refused. */
export async function explainRevisionRefusal(
  ctx: Context,
  request: CheckoutRequest,
  { limits, isMore }: { limits: HoldLimits; isMore: boolean },
) {
  const found = await findHoldRefusal(ctx.db, { ...limits, key: request.key });
  if (isMore) await assertBelowCallerLimits(ctx, found, limits);
  return daysRefusal(ctx, request, { found, limits });
}

/** The reason why a caller within all limits got no days. Read after the attempt, so the state can have changed. */
export async function explainTakenDays(
  ctx: Context,
  request: CheckoutRequest,
  limits: HoldLimits,
): Promise<DaysRefusal> {
  if (limits.maxMovesPerDay === null) return takenRefusal(ctx, request, { limits, reason: 'sold_out' });
  const found = await findHoldRefusal(ctx.db, { ...limits, key: request.key });
  return takenRefusal(ctx, request, { limits, reason: found.hasMovesLeft ? 'sold_out' : 'full' });
}

async function takenRefusal(
  ctx: Context,
  request: CheckoutRequest,
  { limits, reason }: { limits: HoldLimits; reason: 'sold_out' | 'full' },
): Promise<DaysRefusal> {
  const left = request.quantity === 1 ? 0 : await countPossible(ctx.db, limits);
  return { reason, error: takenError(request, reason, left) };
}

async function daysRefusal(
  ctx: Context,
  request: CheckoutRequest,
  { found, limits }: { found: HoldRefusal; limits: HoldLimits },
): Promise<DaysRefusal> {
  if (!found.hasMovesLeft) return takenRefusal(ctx, request, { limits, reason: 'full' });
  if (!found.isUnitFree) return takenRefusal(ctx, request, { limits, reason: 'sold_out' });
  const reason = found.isBelowHeldMoves ? 'hold_days' : 'hold_moves';
  // The share of unpaid holds can be less than the order: waiting does not help then, and fewer dumpsters do.
  const left = limits.quantity === 1 ? 0 : await countPossible(ctx.db, limits);
  if (left > 0) return { reason, error: takenError(request, 'sold_out', left) };
  const { dumpsterType } = request.details;
  if (reason === 'hold_days') ctx.log.warn('hold_days_limited', { dumpsterType });
  else ctx.log.warn('hold_moves_limited', { dumpsterType });
  const message = (phone: string) =>
    `Many customers are booking at this moment. Please try again in a few minutes, or call us at ${phone}.`;
  const error = await tooManyError(ctx, { reason, message, waitMs: WAIT_FOR_OTHERS_MS });
  return { reason, error };
}
