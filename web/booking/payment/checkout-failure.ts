import * as z from 'zod/mini';
import { ownHoldReply, type TooManyReason, tooManyReply } from '#contract/checkout.ts';
import type { PublicCatalog } from '#contract/public-catalog.ts';
import { CallError, UnexpectedReply } from '#web/api/call.ts';
import type { BookingPrice } from '#web/booking/catalog/pending-booking.ts';

/** Why the payment could not be opened. */
export type CheckoutFailure = {
  /** 'moved': the customer continued this booking in another tab. */
  kind: 'sold_out' | 'price_changed' | 'own_hold' | 'moved' | 'busy' | 'too_many' | 'paused' | 'setup';
  message: string;
  /** Messages of the fields that the server rejected. */
  issues: string[];
  retryAfterSeconds: number;
  /** The limit that was reached. */
  reason?: TooManyReason | undefined;
  /** Remaining hold time of an unfinished booking that can be continued here. */
  heldSeconds?: number | undefined;
  /** With 'sold_out': this customer's hold covers some of the days, so the page may have shown them as free. */
  isPartlyHeld?: boolean;
  /** With 'price_changed': the reply; the price in it, and the catalog that the page should show, once loaded. */
  body?: unknown;
  price?: NewPrice;
  catalog?: PublicCatalog | null;
  /** With 'paused'. */
  phone?: string | undefined;
};

/** The price that the server would accept. */
export type NewPrice = Required<BookingPrice>;

const LIMIT_SECONDS = 60;

/** SPEC 8: the request did not reach the server. */
const UNREACHABLE = 'An error occurred while setting up payment';
/** SPEC 8: the server gave no readable error. */
const UNREADABLE = 'Failed to create payment intent';
/** SPEC 8: the server's reply has no client secret. */
const NO_SECRET = 'No client secret returned from server';

export function toCheckoutFailure(error: unknown): CheckoutFailure {
  if (!(error instanceof CallError)) return setup(messageOf(error));
  const { reply, retryAfter, body } = error;
  if (!reply) return setup(UNREADABLE);
  const { code, message } = reply;
  const failure = {
    message,
    issues: (reply.issues ?? []).map((issue) => issue.message),
    retryAfterSeconds: 0,
  };
  switch (code) {
    case 'sold_out':
    case 'busy':
      return { kind: code, ...failure };
    case 'paused':
      return { kind: code, ...failure, phone: reply.phone };
    case 'price_changed':
      return { kind: code, ...failure, body };
    case 'own_hold': {
      const hold = z.safeParse(ownHoldReply, body);
      return { kind: code, ...failure, heldSeconds: hold.success ? secondsOf(hold.data) : 0 };
    }
    case 'too_many': {
      const { reason, ownHold } = z.safeParse(tooManyReply, body).data ?? {};
      const heldSeconds = ownHold && secondsOf(ownHold);
      return { kind: code, ...failure, retryAfterSeconds: retryAfter ?? LIMIT_SECONDS, reason, heldSeconds };
    }
    default:
      return { kind: 'setup', ...failure };
  }
}

/** Another tab of this browser has taken over the hold. */
export const MOVED: CheckoutFailure = { kind: 'moved', message: '', issues: [], retryAfterSeconds: 0 };

/** What happened and what to do. The toast shows SPEC 8's text instead. */
export function failureExplanation({ message }: CheckoutFailure): string {
  return message === UNREACHABLE
    ? 'We could not reach our server or our payment provider. Check your internet connection, then try again.'
    : message;
}

/** The explanation beside a card form that stays open. Starts with 'Your card was not charged.' */
export function notChargedText(failure: CheckoutFailure): string {
  const isUnexplained = failure.message === UNREADABLE || failure.message === NO_SECRET;
  const text = isUnexplained
    ? 'Our server could not answer. Try again in a minute.'
    : failureExplanation(failure);
  return /not (been )?charged/.test(text) ? text : `Your card was not charged. ${text}`;
}

/** True if the payment can no longer be made, so that the card form must close. */
export function endsPayment({ kind, reason }: CheckoutFailure): boolean {
  return kind === 'too_many'
    ? reason !== undefined && reason !== 'calls'
    : kind !== 'setup' && kind !== 'busy';
}

function messageOf(error: unknown): string {
  return error instanceof UnexpectedReply ? NO_SECRET : UNREACHABLE;
}

function setup(message: string): CheckoutFailure {
  return { kind: 'setup', message, issues: [], retryAfterSeconds: 0 };
}

function secondsOf({ expiresAt, now }: { expiresAt: string; now: string }): number {
  return Math.max(0, Math.ceil((Date.parse(expiresAt) - Date.parse(now)) / 1000));
}
