import { isDisputeId } from './disputes.ts';
import { formatUsd } from './money.ts';
import { type TransactionStatus, type TransactionType, transactionStatusLabel } from './transactions.ts';

/** How our ledger and Stripe can disagree about a payment or a refund. */
export const DIFFERENCES = ['missing_here', 'missing_at_stripe', 'status', 'amount'] as const;
export type Difference = (typeof DIFFERENCES)[number];

/** A payment or refund as one side has it, in the ledger's terms; cents. */
export type Entry = { id: string; type: TransactionType; status: TransactionStatus; amount: number };
/** As Stripe has it. `isBooked`: it is ours, and somebody has tried to pay it, so the ledger should have it. */
export type StripeEntry = Entry & { isBooked: boolean };
export type Finding = { id: string; difference: Difference; ours: Entry | null; theirs: Entry | null };

/** What people call a difference. */
export const DIFFERENCE_LABELS: Readonly<Record<Difference, string>> = {
  missing_here: 'Missing in our records',
  missing_at_stripe: 'Not known to Stripe',
  status: 'Different status',
  amount: 'Different amount',
};

/** Where the two sides disagree about what both, or only one of them, have. */
export function findDifferences(ours: readonly Entry[], theirs: readonly StripeEntry[]): Finding[] {
  const here = new Map(ours.map((entry) => [entry.id, entry]));
  const there = new Map(theirs.map((entry) => [entry.id, entry]));
  const ids = [...new Set([...here.keys(), ...there.keys()])];
  return ids.flatMap((id) => findDifference(here.get(id) ?? null, there.get(id) ?? null) ?? []);
}

/** Null where they agree, or where neither has to have it. */
export function findDifference(ours: Entry | null, theirs: StripeEntry | null): Finding | null {
  const id = ours?.id ?? theirs?.id;
  const difference = differenceOf(ours, theirs);
  return id !== undefined && difference ? { id, difference, ours, theirs } : null;
}

function differenceOf(ours: Entry | null, theirs: StripeEntry | null): Difference | null {
  if (!ours) return theirs?.isBooked ? 'missing_here' : null;
  if (!theirs) return 'missing_at_stripe';
  if (ours.status !== theirs.status) return 'status';
  return hasAmount(theirs) && ours.amount !== theirs.amount ? 'amount' : null;
}

/** What an unpaid intent asks for may still change, and is no money. */
function hasAmount({ type, status }: Entry): boolean {
  return type === 'refund' || status === 'succeeded' || status === 'processing';
}

/** A difference in one sentence, for staff. */
export function differenceSentence({ difference, ours, theirs }: Omit<Finding, 'id'>): string {
  switch (difference) {
    case 'missing_here':
      return `Stripe has a ${nounOf(theirs)} that our records lack.`;
    case 'missing_at_stripe':
      return `Our records have a ${nounOf(ours)} that Stripe does not know.`;
    case 'status':
      return `Stripe says ${statusWords(theirs)}, our records say ${statusWords(ours)}.`;
    case 'amount':
      return `Stripe says ${amountWords(theirs)}, our records say ${amountWords(ours)}.`;
  }
}

const nounOf = (entry: Entry | null) =>
  entry && isDisputeId(entry.id) ? 'lost dispute' : (entry?.type ?? 'payment');
const statusWords = (entry: Entry | null) =>
  entry ? `'${transactionStatusLabel(entry.type, entry.status)}'` : 'nothing';
const amountWords = (entry: Entry | null) => (entry ? formatUsd(entry.amount) : 'nothing');
