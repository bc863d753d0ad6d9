import type { ChargeAttempt } from '#contract/transactions.ts';
import type { TransactionType } from '#domain/money/transactions.ts';
import { Badge } from '#web/kit/ui/Badge.tsx';
import { Card } from '#web/kit/ui/Card.tsx';
import { instantOf, inWords, secondsText } from './words.ts';

const VARIANTS: Readonly<Record<string, 'good' | 'danger'>> = { succeeded: 'good', failed: 'danger' };

/** Every payment attempt, oldest first. */
export function TimelineCard({
  type,
  charges,
}: {
  type: TransactionType;
  charges: readonly ChargeAttempt[];
}) {
  const inOrder = charges.toReversed().toSorted((a, b) => a.created - b.created);
  return (
    <Card title="Payment Timeline">
      {type === 'refund' && (
        <p className="mb-3 text-ink-soft text-sm">Of the payment that this refund takes back.</p>
      )}
      {inOrder.length === 0 ? (
        <p className="text-ink-soft">No charges yet.</p>
      ) : (
        <ol className="space-y-5 border-line border-l-2 pl-5">
          {inOrder.map((charge) => (
            <TimelineEntry key={charge.id} charge={charge} />
          ))}
        </ol>
      )}
    </Card>
  );
}

function TimelineEntry({ charge }: { charge: ChargeAttempt }) {
  const { id, status, created, outcome } = charge;
  const dot = status === 'succeeded' ? 'bg-brand' : 'bg-edge';
  return (
    <li className="relative">
      <span
        aria-hidden="true"
        className={`absolute top-1.5 -left-[1.65rem] size-3 rounded-full border-2 border-surface ${dot}`}
      />
      <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <Badge variant={VARIANTS[status] ?? 'attention'}>{inWords(status)}</Badge>
        <time dateTime={instantOf(created)} className="tabular-nums">
          {secondsText(created)}
        </time>
      </p>
      <p className="wrap-anywhere mt-1 text-ink-soft text-sm">{id}</p>
      {outcome && (
        <p className="wrap-anywhere mt-1 text-sm">
          {inWords(outcome.type)}
          {outcome.seller_message && `: ${outcome.seller_message}`}
        </p>
      )}
    </li>
  );
}
