import type { StripeDetails, TransactionReply } from '#contract/transactions.ts';
import type { TransactionType } from '#domain/money/transactions.ts';
import { Card } from '#web/kit/ui/Card.tsx';
import { Notice } from '#web/kit/ui/Notice.tsx';
import { CardSkeletons, DetailColumns } from '#web/kit/ui/page/DetailColumns.tsx';
import { BookingCard } from './BookingCard.tsx';
import { FactsCard } from './FactsCard.tsx';
import { TimelineCard } from './TimelineCard.tsx';

export function TransactionDetail({ transaction }: { transaction: TransactionReply }) {
  const { type, details, booking, recorded } = transaction;
  return (
    <DetailColumns
      details={
        <>
          <ErrorNotice type={type} error={details.last_payment_error} />
          <FactsCard transaction={transaction} />
        </>
      }
      aside={<BookingCard booking={booking} />}
      more={
        // Stripe has attempts and metadata.
        recorded ? null : (
          <>
            <TimelineCard type={type} charges={details.charges.data} />
            <MetadataCard metadata={details.metadata} />
          </>
        )
      }
    />
  );
}

/** The placeholder while a transaction loads. */
export function TransactionSkeleton() {
  return (
    <DetailColumns
      details={<CardSkeletons heights={['h-64']} />}
      aside={<CardSkeletons heights={['h-72']} />}
      more={<CardSkeletons heights={['h-44']} />}
    />
  );
}

const TITLES = { payment: 'Last payment error', refund: 'Why the refund failed' };

type ErrorNoticeProps = { type: TransactionType; error: StripeDetails['last_payment_error'] };

/** The last error: Stripe's message and code. */
function ErrorNotice({ type, error }: ErrorNoticeProps) {
  if (!error) return null;
  return (
    <Notice variant="danger" role="note">
      <p className="font-semibold">{TITLES[type]}</p>
      {error.message && <p className="wrap-anywhere">{error.message}</p>}
      {error.code && <p className="wrap-anywhere">Code: {error.code}</p>}
    </Notice>
  );
}

/** The metadata at Stripe, unchanged. */
function MetadataCard({ metadata }: { metadata: Readonly<Record<string, string>> }) {
  const entries = Object.entries(metadata);
  return (
    <Card title="Metadata">
      {entries.length === 0 ? (
        <p className="text-ink-soft">None</p>
      ) : (
        <dl className="grid gap-x-6 gap-y-2 sm:grid-cols-[minmax(0,12rem)_minmax(0,1fr)]">
          {entries.map(([key, value]) => (
            <div key={key} className="min-w-0 sm:contents">
              <dt className="wrap-anywhere text-ink-soft text-sm">{key}</dt>
              <dd dir="auto" className="wrap-anywhere whitespace-pre-line text-sm">
                {value}
              </dd>
            </div>
          ))}
        </dl>
      )}
    </Card>
  );
}
