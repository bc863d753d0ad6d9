import type { TooManyReason } from '#contract/checkout-refusals.ts';
import type { PublicCatalog } from '#contract/public-catalog.ts';
import type { CalendarRefusal } from '#domain/rental/availability.ts';
import { type CallError, UnexpectedReply } from '#web/api/call.ts';
import type { BookingPrice } from '#web/public/booking/catalog/pending-booking.ts';

/** Why the payment could not be opened. */
export type CheckoutFailure = {
  /**
   * 'moved': the customer continued this booking in another tab. 'unexplained': the script for the server's refusal is
   * missing, and some browsers load it only after a reload.
   */
  kind:
    | 'sold_out'
    | 'price_changed'
    | 'own_hold'
    | 'moved'
    | 'busy'
    | 'too_many'
    | 'paused'
    | 'setup'
    | 'unexplained';
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
  /** With 'sold_out': the rule that refuses the day. Absent: no unit is free. */
  dayRefusal?: CalendarRefusal | undefined;
  /** With 'sold_out': of an order of several dumpsters, how many could be booked. */
  left?: number | undefined;
  /** With 'price_changed': the price now, and the catalog that the page should show, if it could be loaded. */
  price?: NewPrice;
  catalog?: PublicCatalog | null;
  /** With 'paused'. */
  phone?: string | undefined;
};

/** The price that the server would accept. */
export type NewPrice = Required<BookingPrice>;

/** The request did not reach the server. */
const UNREACHABLE = 'An error occurred while setting up payment';
/** The server gave no readable error. */
export const UNREADABLE = 'Failed to create payment intent';
/** The server's reply has no client secret. */
const NO_SECRET = 'No client secret returned from server';

/** The failure of a call that the server did not answer, or not as agreed. */
export function unansweredFailure(error: unknown): CheckoutFailure {
  return setupFailure(error instanceof UnexpectedReply ? NO_SECRET : UNREACHABLE);
}

export function setupFailure(message: string): CheckoutFailure {
  return { kind: 'setup', message, issues: [], retryAfterSeconds: 0 };
}

/** With the server's own words. */
export function unexplainedFailure(reply: CallError['reply']): CheckoutFailure {
  const failure = setupFailure(reply?.message ?? UNREADABLE);
  return { ...failure, kind: 'unexplained', issues: (reply?.issues ?? []).map(({ message }) => message) };
}

/** Another tab of this browser has taken over the hold. */
export const MOVED: CheckoutFailure = {
  ...setupFailure('You continued this booking in another tab.'),
  kind: 'moved',
};

/** What happened and what to do. The toast shows the specified text instead. */
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
