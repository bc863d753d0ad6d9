import { useState } from 'react';
import { formatUsd } from '#domain/shared/money.ts';
import { useMoneyRefresh, useResolveOperation } from '#web/api/payments.ts';
import { site } from '#web/config.ts';
import { momentText } from '#web/kit/dates/moment.ts';
import { failureText } from '#web/kit/form/failure.ts';
import { RowButton } from '#web/kit/table/RowButton.tsx';
import { ConfirmDialog } from '#web/kit/ui/dialog/ConfirmDialog.tsx';
import { Notice } from '#web/kit/ui/Notice.tsx';
import { useMay } from '#web/office/bookings/use-may.ts';
import type { BookingOperation } from './money.ts';

type Props = { id: number; etag: string | null; noticeId: string; operation: BookingOperation };

/**
 * A charge, refund or cancellation whose outcome is open. Until it is known, no other charge or refund can start; while
 * a booking is being cancelled, nothing else can change.
 */
export function OpenOperation({ id, etag, noticeId, operation }: Props) {
  const { isRefreshing, refresh } = useMoneyRefresh(id);
  const mayResolve = useMay('payments:refund');
  const { kind, amount, startedAt, isStoppable } = operation;
  return (
    <div className="text-sm">
      <Notice variant="attention" role="status">
        <p className="font-semibold">
          {kind === 'cancel' ? 'Cancelling' : `A ${kind} of ${formatUsd(amount)} is still being processed`}
        </p>
        <p id={noticeId}>
          {kind === 'cancel'
            ? `Stripe has not answered yet${amount > 0 ? ` about the refund of ${formatUsd(amount)}` : ''}. The booking keeps its status and its days, and nothing else can be changed.`
            : 'Nothing else can be charged, refunded or sent to the customer before it is settled.'}
        </p>
        <p>
          Started: <time dateTime={startedAt}>{momentText(startedAt, site.timeZone)}</time>
        </p>
        <p>{isStoppable ? LATE : 'Stripe is asked about it every five minutes.'}</p>
        <div className="mt-2 flex flex-wrap gap-2">
          <RowButton aria-disabled={isRefreshing} onClick={() => isRefreshing || refresh()}>
            {isRefreshing ? 'Refreshing...' : 'Refresh'}
          </RowButton>
          {mayResolve && <Resolve id={id} etag={etag} operation={operation} />}
        </div>
      </Notice>
    </div>
  );
}

const LATE =
  'It takes longer than usual. Stripe is asked about it every five minutes; you can ask now, or stop it.';

function Resolve({ id, etag, operation: { kind, amount, isStoppable } }: Omit<Props, 'noticeId'>) {
  const name = kind === 'cancel' ? 'cancellation' : kind;
  const resolve = useResolveOperation(id, etag);
  const [isAsking, setAsking] = useState(false);
  const stop = async () => {
    await resolve.mutateAsync(true).then(
      () => setAsking(false),
      () => undefined,
    );
  };
  return (
    <>
      <RowButton aria-disabled={resolve.isPending} onClick={() => resolve.isPending || resolve.mutate(false)}>
        {resolve.isPending ? 'Asking Stripe...' : 'Ask Stripe now'}
      </RowButton>
      {isStoppable && <RowButton onClick={() => setAsking(true)}>Stop this {name}</RowButton>}
      {resolve.error && !isAsking && (
        <p role="alert" className="w-full">
          {failureText('Stripe could not be asked.', resolve.error)}
        </p>
      )}
      {isAsking && (
        <ConfirmDialog
          title={`Stop this ${name}?`}
          confirmText={`Stop the ${name}`}
          pendingText="Stopping..."
          isPending={resolve.isPending}
          error={resolve.error && failureText(`The ${name} was not stopped.`, resolve.error)}
          onConfirm={() => void stop()}
          onClose={() => setAsking(false)}
        >
          <p>
            Stripe is asked first. What it has already made of the{' '}
            <strong className="text-ink">{formatUsd(amount)}</strong> stays; the rest is not made any more,
            and you can start again.
            {kind === 'cancel' && ' If nothing was refunded, the booking is not cancelled.'}
          </p>
        </ConfirmDialog>
      )}
    </>
  );
}
