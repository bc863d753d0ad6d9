import { formatUsd } from '#domain/shared/money.ts';
import { isDisputeId } from './disputes.ts';
import { type TransactionStatus, type TransactionType, transactionStatusLabel } from './transactions.ts';

/** How the ledger and Stripe can disagree about a payment or a refund. */
export const DIFFERENCE_KINDS = [
  'missing_here',
  'missing_at_stripe',
  'status',
  'amount',
  'amount_due',
] as const;
export type DifferenceKind = (typeof DIFFERENCE_KINDS)[number];

/** A payment or refund in the ledger's terms; amount in cents. */
export type LedgerEntry = { id: string; type: TransactionType; status: TransactionStatus; amount: number };
/**
 * The same at Stripe. `isBooked`: the ledger must have it, because this system created it and a payment was attempted.
 */
export type StripeLedgerEntry = LedgerEntry & { isBooked: boolean };
export type LedgerDifference = {
  id: string;
  difference: DifferenceKind;
  inLedger: LedgerEntry | null;
  atStripe: LedgerEntry | null;
};

/** Names of differences on screens. */
export const DIFFERENCE_LABELS: Readonly<Record<DifferenceKind, string>> = {
  missing_here: 'Missing in our records',
  missing_at_stripe: 'Not known to Stripe',
  status: 'Different status',
  amount: 'Different amount',
  amount_due: 'Different amount due',
};

/** Every entry that differs, or that only one side has. */
export function findDifferences(
  inLedger: readonly LedgerEntry[],
  atStripe: readonly StripeLedgerEntry[],
): LedgerDifference[] {
  const here = new Map(inLedger.map((entry) => [entry.id, entry]));
  const there = new Map(atStripe.map((entry) => [entry.id, entry]));
  const ids = [...new Set([...here.keys(), ...there.keys()])];
  return ids.flatMap((id) => findDifference(here.get(id) ?? null, there.get(id) ?? null) ?? []);
}

/** Returns null when both agree, and for an entry that only Stripe has and that is not booked. */
export function findDifference(
  inLedger: LedgerEntry | null,
  atStripe: StripeLedgerEntry | null,
): LedgerDifference | null {
  const id = inLedger?.id ?? atStripe?.id;
  const difference = differenceOf(inLedger, atStripe);
  return id !== undefined && difference ? { id, difference, inLedger, atStripe } : null;
}

function differenceOf(
  inLedger: LedgerEntry | null,
  atStripe: StripeLedgerEntry | null,
): DifferenceKind | null {
  if (!inLedger) return atStripe?.isBooked ? 'missing_here' : null;
  if (!atStripe) return 'missing_at_stripe';
  if (inLedger.status !== atStripe.status) return 'status';
  return hasAmount(atStripe) && inLedger.amount !== atStripe.amount ? 'amount' : null;
}

/** The amount of an unpaid intent can still change, so it is not compared. */
function hasAmount({ type, status }: LedgerEntry): boolean {
  return type === 'refund' || status === 'succeeded' || status === 'processing';
}

/** A difference in one sentence, for staff. */
export function differenceSentence({ difference, inLedger, atStripe }: Omit<LedgerDifference, 'id'>): string {
  switch (difference) {
    case 'missing_here':
      return `Stripe has a ${nounOf(atStripe)} that our records lack.`;
    case 'missing_at_stripe':
      return `Our records have a ${nounOf(inLedger)} that Stripe does not know.`;
    case 'status':
      return `Stripe says ${statusWords(atStripe)}, our records say ${statusWords(inLedger)}.`;
    case 'amount':
    case 'amount_due':
      return `Stripe says ${amountWords(atStripe)}, our records say ${amountWords(inLedger)}.`;
  }
}

const nounOf = (entry: LedgerEntry | null) =>
  entry && isDisputeId(entry.id) ? 'lost dispute' : (entry?.type ?? 'payment');
const statusWords = (entry: LedgerEntry | null) =>
  entry ? `'${transactionStatusLabel(entry.type, entry.status)}'` : 'nothing';
const amountWords = (entry: LedgerEntry | null) => (entry ? formatUsd(entry.amount) : 'nothing');
