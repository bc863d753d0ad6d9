import type { ReactNode } from 'react';
import type { Agreement } from '#domain/catalog/agreement.ts';
import { extrasPart, wasteParts } from '#domain/catalog/agreement-parts.ts';
import { agreedCancellation } from '#domain/catalog/agreement-texts.ts';
import { highestBill } from '#domain/catalog/bill.ts';
import { formatTons } from '#domain/catalog/overage.ts';
import type { Day } from '#domain/shared/days.ts';
import { formatUsd } from '#domain/shared/money.ts';
import { PROHIBITED_WASTE_LEAD } from '#domain/shared/policy-texts.ts';
import { site } from '#web/config.ts';
import type { CostBasis } from './cost-basis.ts';

type Props = {
  agreement: Agreement;
  dueNow: number;
  /** With the total of the heaviest load; null where it stands elsewhere or is not known. */
  basis?: CostBasis | null;
  /** The chosen day; null: the rule of cancellations names none. */
  deliveryDate?: Day | null;
};

const SHOWN_SUMS = 6;
const SHOWN_WASTE = 2;

/** In short: what is included and costs extra, the cancellation policy, and what may and must not go in. */
export function CostTerms({ agreement, dueNow, basis = null, deliveryDate = null }: Props) {
  const highest = basis && highestBill(basis.card, basis.input);
  const parts = extrasPart(agreement);
  const rental = deliveryDate ? { deliveryDate, timeZone: site.timeZone, nowMs: Date.now() } : null;
  return (
    <section
      aria-label="Good to know before you pay"
      className="wrap-anywhere grid items-start gap-x-10 gap-y-4 rounded-lg border border-line bg-surface p-4 text-sm *:min-w-0 sm:grid-cols-2 sm:p-5"
    >
      <div className="space-y-4">
        {parts.map(({ title, sums = [], after }, index) => (
          <Part key={title} title={title}>
            <Folded
              entries={sums}
              shownCount={SHOWN_SUMS}
              render={(shown) => (
                <dl className="space-y-1.5">
                  {shown.map(({ name, value }) => (
                    <Sum key={name} name={name} value={value} />
                  ))}
                </dl>
              )}
            />
            <p className="mt-1 text-ink-soft empty:hidden">{after}</p>
            {index === 0 && highest?.bill.type === 'price' && (
              <dl className="mt-2 border-line border-t pt-2 font-semibold">
                <Sum
                  name={`Your total with the heaviest load, ${formatTons(highest.weight)}`}
                  value={formatUsd(highest.bill.quote.total)}
                />
              </dl>
            )}
          </Part>
        ))}
        <Part title="If you cancel">
          <p>{agreedCancellation(agreement, dueNow, rental)}</p>
        </Part>
      </div>
      <div className="space-y-4">
        {wasteParts(agreement).map(({ title, items = [], paragraphs = [], after = [] }) => (
          <Part key={title} title={title}>
            <p className="empty:hidden">
              {paragraphs.filter((text) => text !== PROHIBITED_WASTE_LEAD).join(' ')}
            </p>
            <Folded
              entries={items}
              shownCount={SHOWN_WASTE}
              render={(shown) => <p className="first-letter:uppercase">{shown.join('; ')}</p>}
            />
            <p className="mt-1 text-ink-soft empty:hidden">{after}</p>
          </Part>
        ))}
      </div>
    </section>
  );
}

function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="min-w-0">
      <h2 className="mb-1 text-base">{title}</h2>
      {children}
    </section>
  );
}

function Sum({ name, value }: { name: string; value: string }) {
  return (
    <div className="flex items-baseline justify-between gap-4">
      <dt className="min-w-0">{name}</dt>
      <dd className="shrink-0 text-right tabular-nums">{value}</dd>
    </div>
  );
}

type FoldedProps<T> = {
  entries: readonly T[];
  shownCount: number;
  render: (entries: readonly T[]) => ReactNode;
};

/** The first entries, and a fold with the others when there are at least two of them. */
function Folded<T>({ entries, shownCount, render }: FoldedProps<T>) {
  const count = entries.length - shownCount;
  if (count < 2) return entries.length > 0 && render(entries);
  return (
    <>
      {render(entries.slice(0, shownCount))}
      <details className="group">
        <summary className="touch inline-flex cursor-pointer items-center font-semibold text-brand underline underline-offset-4 group-open:sr-only">
          and {count} more
        </summary>
        <div className="mt-1.5">{render(entries.slice(shownCount))}</div>
      </details>
    </>
  );
}
