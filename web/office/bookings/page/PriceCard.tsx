import type { Booking } from '#contract/staff-bookings.ts';
import { lineName } from '#domain/catalog/price-texts.ts';
import { formatUsd } from '#domain/shared/money.ts';
import { Card } from '#web/kit/ui/Card.tsx';

const AMOUNTS = 'space-y-1.5 text-sm tabular-nums';
const BELOW = 'mt-2 border-line border-t pt-2';

/** The price that the customer agreed to, with what changes added to it; nothing if it is the deposit alone. */
export function PriceCard({ booking: { quote, expectedTotal } }: { booking: Booking }) {
  if (!quote || (expectedTotal === null && quote.lines.length < 2)) return null;
  const { lines, dueNow, dueLater } = quote;
  return (
    <Card title="Agreed Price">
      <dl className={AMOUNTS}>
        {lines.map((line) => (
          <Amount key={`${line.type} ${line.label}`} name={lineName(line)} cents={line.amount} />
        ))}
      </dl>
      {expectedTotal === null ? (
        <p className={`${BELOW} text-ink-soft text-sm`}>Dump fees are added at the end of the rental.</p>
      ) : (
        <dl className={`${BELOW} ${AMOUNTS}`}>
          <Amount name="Expected total" cents={expectedTotal} isStrong />
          <Amount name="Due at booking" cents={dueNow} />
          <Amount name="Due later" cents={dueLater} />
        </dl>
      )}
    </Card>
  );
}

function Amount({ name, cents, isStrong = false }: { name: string; cents: number; isStrong?: boolean }) {
  return (
    <div className={`flex justify-between gap-4 ${isStrong ? 'font-semibold' : ''}`}>
      <dt className={isStrong ? '' : 'text-ink-soft'}>{name}</dt>
      <dd>{formatUsd(cents)}</dd>
    </div>
  );
}
