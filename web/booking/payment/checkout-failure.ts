import * as z from 'zod/mini';
import { ownHoldReply, type TooManyReason, tooManyReply } from '#contract/checkout.ts';
import { CallError, UnexpectedReply } from '#web/api/call.ts';

/** Why no payment could be opened. */
export type CheckoutFailure = {
  /** 'moved': the customer continued this booking in another tab. */
  kind: 'sold_out' | 'price_changed' | 'own_hold' | 'moved' | 'busy' | 'too_many' | 'setup';
  message: string;
  /** What the server found wrong with single fields. */
  issues: string[];
  retryAfterSeconds: number;
  /** Which limit was reached. */
  reason?: TooManyReason | undefined;
  /** How long an unfinished booking that can be continued here is still held. */
  heldSeconds?: number | undefined;
  /** With 'sold_out': a hold of this customer has some of the days, so the page could show them as free before. */
  isPartlyHeld?: boolean;
};

const LIMIT_SECONDS = 60;

/** SPEC 8: nothing could be asked at all. */
const UNREACHABLE = 'An error occurred while setting up payment';
/** SPEC 8: the server refused without saying why. */
const UNREADABLE = 'Failed to create payment intent';
/** SPEC 8: the server said yes without a secret. */
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
    case 'price_changed':
    case 'busy':
      return { kind: code, ...failure };
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

/** The same page in another tab of this browser has taken over the hold. */
export const MOVED: CheckoutFailure = { kind: 'moved', message: '', issues: [], retryAfterSeconds: 0 };

/** What happened and what to do, in sentences; the toast keeps the words of SPEC 8. */
export function failureExplanation({ message }: CheckoutFailure): string {
  return message === UNREACHABLE
    ? 'We could not reach our server or our payment provider. Check your internet connection, then try again.'
    : message;
}

/** The same, for a card form that stays: the first thing to know is that nothing was charged. */
export function notChargedText(failure: CheckoutFailure): string {
  const isUnexplained = failure.message === UNREADABLE || failure.message === NO_SECRET;
  const text = isUnexplained
    ? 'Our server could not answer. Try again in a minute.'
    : failureExplanation(failure);
  return /not (been )?charged/.test(text) ? text : `Your card was not charged. ${text}`;
}

/** Whether the card form has to go: its payment cannot be made any more. */
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
