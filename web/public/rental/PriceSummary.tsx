import { lineName } from '#domain/catalog/price-texts.ts';
import { expectedTotalOf, type Quote, type QuoteLine } from '#domain/catalog/quote.ts';
import type { Rate } from '#domain/catalog/rate-card.ts';
import { dumpstersText } from '#domain/rental/orders.ts';
import { formatUsd } from '#domain/shared/money.ts';

/** A price as customers see it, with the rate that it comes from. */
export type ShownPrice = { quote: Quote; rate: Rate };

/** False: only a deposit is agreed, and dump fees are added. */
export function isPriced({ quote }: Pick<ShownPrice, 'quote'>): boolean {
  return expectedTotalOf(quote) !== null;
}

/** The amount that stands out, in cents; `dueToday` is null when it is the amount itself. */
export function headlineOf(price: Pick<ShownPrice, 'quote'>) {
  const { total, dueNow, dueLater } = price.quote;
  if (!isPriced(price)) return { label: 'Deposit', amount: dueNow, dueToday: null };
  return dueLater > 0
    ? { label: 'Total', amount: total, dueToday: dueNow }
    : { label: 'Price', amount: total, dueToday: null };
}

type Props = {
  price: Pick<ShownPrice, 'quote'>;
  /** What was paid at the booking, in cents, for one dumpster; null before. */
  paid?: number | null;
  /** How many dumpsters: the lines are those of one, the sums those of all. */
  quantity?: number;
};

/** The lines of a price, its sum, and what is due today and later. */
export function PriceSummary({ price, paid = null, quantity = 1 }: Props) {
  const quote = paid === null ? price.quote : paidQuote(price.quote, paid);
  const { label, amount, dueToday } = headlineOf({ quote });
  const term = label === 'Deposit' ? 'Deposit due now' : label;
  const isOrder = quantity > 1;
  const hasTotal = isPriced(price);
  const lines = hasTotal ? quote.lines : quote.lines.filter(({ type }) => type !== 'rental');
  return (
    <div className="tabular-nums">
      {hasTotal && <Lines lines={lines} />}
      {isOrder && hasTotal && (
        <dl className="mt-2 text-sm">
          <Row term="Each dumpster" amount={amount} className="font-semibold" />
        </dl>
      )}
      <dl
        className={`flex flex-wrap items-baseline justify-between gap-x-4 ${hasTotal ? 'mt-3 border-line border-t pt-3' : ''}`}
      >
        <dt className="font-semibold">
          {paid !== null && dueToday === null ? `${term} (paid)` : term}
          {isOrder && `, ${dumpstersText(quantity)}`}
        </dt>
        <dd className="font-display font-semibold text-2xl">{formatUsd(amount * quantity)}</dd>
      </dl>
      {dueToday !== null && (
        <dl className="mt-2 space-y-1 text-sm">
          <Row
            term={paid === null ? 'Due today' : 'Deposit paid'}
            amount={dueToday * quantity}
            className="font-semibold"
          />
          <Row
            term="Due at the end of your rental"
            amount={quote.dueLater * quantity}
            className="text-ink-soft"
          />
        </dl>
      )}
      {!hasTotal && lines.length > 0 && (
        <div className="mt-3 border-line border-t pt-3">
          <Lines
            lines={lines}
            ending={isOrder ? ', added to the final price of each' : ', added to the final price'}
          />
        </div>
      )}
    </div>
  );
}

/** With what was really paid, and what is left. */
function paidQuote(quote: Quote, paid: number): Quote {
  return { ...quote, dueNow: paid, dueLater: Math.max(0, quote.total - paid) };
}

function Lines({ lines, ending = '' }: { lines: readonly QuoteLine[]; ending?: string }) {
  return (
    <dl className="space-y-1.5 text-sm">
      {lines.map((line) => (
        <Row key={`${line.type} ${line.label}`} term={`${lineName(line)}${ending}`} amount={line.amount} />
      ))}
    </dl>
  );
}

function Row({ term, amount, className = '' }: { term: string; amount: number; className?: string }) {
  return (
    <div className={`flex items-baseline justify-between gap-4 ${className}`}>
      <dt className="wrap-anywhere min-w-0">{term}</dt>
      <dd className="whitespace-nowrap">{formatUsd(amount)}</dd>
    </div>
  );
}
