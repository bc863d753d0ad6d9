import { useId } from 'react';
import type { Agreement } from '#domain/catalog/agreement.ts';
import { type AgreementPart, extrasPart, streetPart, wasteParts } from '#domain/catalog/agreement-parts.ts';

/** What the price includes, what costs extra, and what may go in: the same as in the confirmation e-mail. */
export function AgreementDetails({ agreement }: { agreement: Agreement }) {
  return [...streetPart(agreement), ...extrasPart(agreement), ...wasteParts(agreement)].map((part) => (
    <Part key={part.title} part={part} />
  ));
}

function Part({
  part: { title, paragraphs = [], items = [], sums = [], after = [] },
}: {
  part: AgreementPart;
}) {
  const id = useId();
  return (
    <section aria-labelledby={id} className="wrap-anywhere mt-6 break-inside-avoid">
      <h2 id={id} className="text-xl">
        {title}
      </h2>
      {paragraphs.map((text) => (
        <p key={text} className="mt-2 whitespace-pre-line">
          {text}
        </p>
      ))}
      {items.length > 0 && (
        <ul className="mt-2 list-disc space-y-1 pl-5">
          {items.map((item) => (
            <li key={item}>{item}</li>
          ))}
        </ul>
      )}
      {sums.length > 0 && (
        <dl className="mt-2 grid gap-x-8 tabular-nums sm:grid-cols-2">
          {sums.map(({ name, value }) => (
            <div key={name} className="flex items-baseline justify-between gap-4 border-line border-b py-1.5">
              <dt className="min-w-0 text-ink-soft">{name}</dt>
              <dd className="text-right font-semibold">{value}</dd>
            </div>
          ))}
        </dl>
      )}
      {after.map((text) => (
        <p key={text} className="mt-2 text-ink-soft">
          {text}
        </p>
      ))}
    </section>
  );
}
