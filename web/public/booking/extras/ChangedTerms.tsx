import type { Agreement } from '#domain/catalog/agreement.ts';
import { type AgreementPart, extrasPart, wasteParts } from '#domain/catalog/agreement-parts.ts';
import { agreedCancellation } from '#domain/catalog/agreement-texts.ts';

type Props = {
  before: Agreement;
  after: Agreement;
  dueNow: number;
  /** The lines of the price are the same. */
  isPriceSame: boolean;
};

/** What changed beside the amounts: what costs extra, the cancellation policy, and what may go in. */
export function ChangedTerms({ before, after, dueNow, isPriceSame }: Props) {
  const sums = changedSums(before, after);
  const parts = changedParts(termsOf(before, dueNow), termsOf(after, dueNow));
  return (
    <>
      {sums.length > 0 && (
        <section>
          <h3 className="font-semibold">What is included, and what costs extra</h3>
          <dl className="mt-1 space-y-1.5">
            {sums.map(({ name, was, is }) => (
              <div key={name} className="flex flex-wrap items-baseline justify-between gap-x-4">
                <dt>{name}</dt>
                <dd className="tabular-nums">
                  {was && <s>{was}</s>} <span className="font-semibold">{is}</span>
                </dd>
              </div>
            ))}
          </dl>
        </section>
      )}
      {parts.map(({ title, paragraphs = [], items = [], after: ending = [] }) => (
        <section key={title}>
          <h3 className="font-semibold">{title}</h3>
          <p className="wrap-anywhere mt-1">
            {[...paragraphs, items.length > 0 ? `${items.join('; ')}.` : '', ...ending]
              .filter(Boolean)
              .join(' ')}
          </p>
        </section>
      ))}
      {isPriceSame && sums.length + parts.length === 0 && (
        <p>We could not load what has changed. Reload the page to read it before you pay.</p>
      )}
    </>
  );
}

type ChangedSum = { name: string; was: string | undefined; is: string };

function changedSums(before: Agreement, after: Agreement): ChangedSum[] {
  const [was, is] = [before, after].map(
    (agreement) =>
      new Map(
        extrasPart(agreement).flatMap(({ sums = [] }) =>
          sums.map(({ name, value }) => [name, value] as const),
        ),
      ),
  );
  const names = new Set([...(is?.keys() ?? []), ...(was?.keys() ?? [])]);
  return [...names]
    .map((name) => ({ name, was: was?.get(name), is: is?.get(name) ?? 'No longer charged' }))
    .filter((sum) => sum.was !== sum.is);
}

function termsOf(agreement: Agreement, dueNow: number): AgreementPart[] {
  return [
    { title: 'If you cancel', paragraphs: [agreedCancellation(agreement, dueNow)] },
    ...wasteParts(agreement),
  ];
}

/** The new parts that differ from the earlier one with the same title. */
function changedParts(before: AgreementPart[], after: AgreementPart[]): AgreementPart[] {
  const seen = new Set(before.map((part) => JSON.stringify(part)));
  return after.filter((part) => !seen.has(JSON.stringify(part)));
}
