import type { ReactNode } from 'react';
import type { StripeDetails, TransactionReply } from '#contract/transactions.ts';
import type { TransactionType } from '#domain/transactions.ts';
import { Card } from '#web/ui/Card.tsx';
import { Notice } from '#web/ui/Notice.tsx';
import { BookingCard } from './BookingCard.tsx';
import { FactsCard } from './FactsCard.tsx';
import { TimelineCard } from './TimelineCard.tsx';

export function TransactionDetail({ transaction }: { transaction: TransactionReply }) {
  const { type, details, booking } = transaction;
  return (
    <TransactionColumns
      details={
        <>
          <ErrorNotice type={type} error={details.last_payment_error} />
          <FactsCard transaction={transaction} />
        </>
      }
      booking={<BookingCard booking={booking} />}
      more={
        <>
          <TimelineCard type={type} charges={details.charges.data} />
          <MetadataCard metadata={details.metadata} />
        </>
      }
    />
  );
}

type Props = { details: ReactNode; booking: ReactNode; more: ReactNode };

/** The booking is beside the payment details; on narrow screens it follows them. */
function TransactionColumns({ details, booking, more }: Props) {
  return (
    <div className="grid items-start gap-5 lg:grid-cols-[minmax(0,1fr)_20rem] lg:grid-rows-[auto_1fr]">
      <div className="min-w-0 space-y-5">{details}</div>
      <div className="min-w-0 lg:row-span-2">{booking}</div>
      <div className="min-w-0 space-y-5">{more}</div>
    </div>
  );
}

/** The placeholder while a transaction loads. */
export function TransactionSkeleton() {
  return (
    <TransactionColumns
      details={<Block height="h-64" />}
      booking={<Block height="h-72" />}
      more={<Block height="h-44" />}
    />
  );
}

function Block({ height }: { height: string }) {
  return (
    <div
      aria-hidden="true"
      className={`animate-pulse rounded-lg border border-line bg-surface p-5 ${height}`}
    >
      <div className="h-5 w-1/3 rounded-sm bg-sunk" />
      <div className="mt-5 h-4 w-3/4 rounded-sm bg-sunk" />
      <div className="mt-3 h-4 w-1/2 rounded-sm bg-sunk" />
    </div>
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
