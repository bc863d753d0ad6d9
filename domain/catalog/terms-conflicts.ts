import { CANCELLATION_RULE } from '#domain/shared/policy-texts.ts';
import { offeredRates } from './entries.ts';
import { cancellationRule } from './policy-texts.ts';
import type { Policy, RateCard } from './rate-card.ts';

/** A sentence of the terms, and what the catalog says instead. */
export type TermsConflict = { sentence: string; catalog: string };

const DEPOSITS_ONLY = /[^.!?\n]*\bdeposits?\s+only\b[^.!?:\n]*/i;
const DAYS_AHEAD = /at most (\d+) days ahead/i;

/** Where the terms (Markdown) contradict what customers can book with this catalog. The first terms fit the first catalog. */
export function termsConflicts(card: RateCard, terms: string): TermsConflict[] {
  const conflicts: TermsConflict[] = [];
  const [deposits] = DEPOSITS_ONLY.exec(terms) ?? [];
  if (deposits && offeredRates(card).some(({ price }) => price !== null))
    conflicts.push({ sentence: deposits.trim(), catalog: 'Rentals have a full price.' });
  const [ahead, days] = DAYS_AHEAD.exec(terms) ?? [];
  const { horizonDays } = card.calendar;
  if (ahead && Number(days) !== horizonDays)
    conflicts.push({ sentence: ahead, catalog: `Customers can book ${horizonDays} days ahead.` });
  const { cancellation } = card.policy;
  if (cancellation && terms.includes(CANCELLATION_RULE))
    conflicts.push({ sentence: CANCELLATION_RULE, catalog: cancellationRule(cancellation) });
  return conflicts;
}

/**
 * The new cancellation rule, if it is not the published one and terms in other words (Markdown) speak of cancellation:
 * only a person can tell whether they agree. Null: nothing to check.
 */
export function cancellationToCheck(
  { cancellation }: Policy,
  published: Policy,
  terms: string,
): string | null {
  const rule = cancellationRule(cancellation);
  const isKnown = terms.includes(CANCELLATION_RULE) || terms.includes(rule);
  if (isKnown || rule === cancellationRule(published.cancellation)) return null;
  return /cancel/i.test(terms) ? rule : null;
}
