import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { Link } from 'react-router';
import type { BookingPayments, BookingTransaction } from '#contract/payments.ts';
import { cardText } from '#domain/money/cards.ts';
import { isRecordedId, paymentMethodLabel } from '#domain/money/recorded.ts';
import { transactionStatusLabel } from '#domain/money/transactions.ts';
import { dayAt, formatDay } from '#domain/shared/days.ts';
import { formatUsd } from '#domain/shared/money.ts';
import type { VersionedBooking } from '#web/api/bookings.ts';
import { bookingPaymentsQuery } from '#web/api/payments.ts';
import { site } from '#web/config.ts';
import { RowButton } from '#web/kit/table/RowButton.tsx';
import { Card } from '#web/kit/ui/Card.tsx';
import { lazyDialog } from '#web/kit/ui/dialog/lazy-dialog.tsx';
import { useMay } from '#web/office/bookings/use-may.ts';
import { transactionPath } from '#web/paths.ts';

const RecordPaymentDialog = lazyDialog(
  async () => (await import('./RecordPaymentDialog.tsx')).RecordPaymentDialog,
);
const VoidPaymentDialog = lazyDialog(async () => (await import('./VoidPaymentDialog.tsx')).VoidPaymentDialog);

type Opened =
  | { dialog: 'record'; remaining: number; linkAmount: number | null }
  | { dialog: 'void'; payment: BookingTransaction };

/** Every payment and refund of a booking, and the balance due. */
export function PaymentsCard({ read }: { read: VersionedBooking }) {
  const mayRecord = useMay('payments:record');
  const { data, error, isPlaceholderData } = useQuery(bookingPaymentsQuery(read));
  const [opened, setOpened] = useState<Opened | null>(null);
  const [voided, setVoided] = useState<string | null>(null);
  // Voiding removes its button; the entry gets the focus.
  useEffect(() => {
    if (voided !== null) document.getElementById(entryId(voided))?.focus();
  }, [voided]);
  const close = () => setOpened(null);
  // The actions card shows the failure of the same request, with a retry. An open dialog keeps its input and key.
  if (error && !opened) return null;
  const isOff = !data || error !== null || data.operation !== null || isPlaceholderData;
  return (
    <Card
      title="Payments"
      action={
        mayRecord &&
        Boolean(data?.remaining) && (
          <RowButton
            className="aria-disabled:opacity-55"
            aria-disabled={isOff}
            onClick={() =>
              isOff ||
              setOpened({
                dialog: 'record',
                remaining: data.remaining,
                linkAmount: data.payLink?.amount ?? null,
              })
            }
          >
            Record payment
          </RowButton>
        )
      }
    >
      <Entries
        data={data}
        onVoid={mayRecord && !isOff ? (payment) => setOpened({ dialog: 'void', payment }) : null}
      />
      {opened?.dialog === 'record' && (
        <RecordPaymentDialog
          read={read}
          remaining={data?.remaining ?? opened.remaining}
          linkAmount={data ? (data.payLink?.amount ?? null) : opened.linkAmount}
          onClose={close}
        />
      )}
      {opened?.dialog === 'void' && (
        <VoidPaymentDialog
          read={read}
          payment={opened.payment}
          onVoided={() => {
            close();
            setVoided(opened.payment.id);
          }}
          onClose={close}
        />
      )}
    </Card>
  );
}

type EntriesProps = {
  data: BookingPayments | undefined;
  onVoid: ((payment: BookingTransaction) => void) | null;
};

function Entries({ data, onVoid }: EntriesProps) {
  if (!data) {
    return (
      <div role="status">
        <span className="sr-only">Loading the payments...</span>
        <div aria-hidden="true" className="h-14 animate-pulse rounded-md bg-sunk" />
      </div>
    );
  }
  return (
    <div className="max-w-xl text-sm tabular-nums">
      {data.transactions.length === 0 ? (
        <p className="text-ink-soft">No payments yet.</p>
      ) : (
        <ul className="divide-y divide-line">
          {data.transactions.map((entry) => (
            <Entry key={entry.id} entry={entry} onVoid={onVoid} />
          ))}
        </ul>
      )}
      <p className="mt-2 flex justify-between gap-4 border-line border-t pt-3 font-semibold text-base">
        <span>Balance due</span> <span>{formatUsd(data.remaining)}</span>
      </p>
    </div>
  );
}

const KINDS: Readonly<Record<BookingTransaction['kind'], string>> = {
  deposit: 'Deposit',
  balance: 'Balance',
  refund: 'Refund',
  dispute: 'Lost dispute',
};

const entryId = (id: string) => `payment-${id}`;

function Entry({ entry, onVoid }: Pick<EntriesProps, 'onVoid'> & { entry: BookingTransaction }) {
  const { id, type, kind, status, amount, voidReason, voidedBy } = entry;
  const isVoidable = isRecordedId(id) && type === 'payment' && status === 'succeeded';
  const state = voidedBy === null ? transactionStatusLabel(type, status) : 'Voided';
  const name = `${KINDS[kind]} of ${formatUsd(amount)}`;
  return (
    <li
      id={entryId(id)}
      tabIndex={-1}
      className="flex min-h-11 flex-wrap items-center justify-between gap-x-4 gap-y-1 py-2"
    >
      <div className="wrap-anywhere min-w-0 flex-1 basis-48">
        <Link
          to={transactionPath(id)}
          className="touch inline-flex items-center font-semibold text-brand underline underline-offset-4"
        >
          {KINDS[kind]} <span className="sr-only">of {formatUsd(amount)}</span>
        </Link>{' '}
        <span>{state}</span>
        <span className="block text-ink-soft">
          <bdi>{detailsText(entry)}</bdi>
        </span>
        {voidReason !== null && (
          <span className="block text-ink-soft">
            <bdi>
              Voided by {voidedBy}: {voidReason}
            </bdi>
          </span>
        )}
      </div>
      {isVoidable && onVoid && (
        <RowButton onClick={() => onVoid(entry)}>
          Void <span className="sr-only">{name}</span>
        </RowButton>
      )}
      <span className={voidedBy === null ? '' : 'text-ink-soft line-through'}>
        {formatUsd(type === 'refund' ? -amount : amount)}
      </span>
    </li>
  );
}

/** 'Nov 21, 2026, Check 1042, recorded by Dana Cole'. */
function detailsText({
  created,
  paymentDay,
  paymentMethod,
  card,
  reference,
  recordedBy,
}: BookingTransaction) {
  const day = formatDay(paymentDay ?? dayAt(created * 1000, site.timeZone));
  const method = card ? cardText(card) : paymentMethod && paymentMethodLabel(paymentMethod);
  const parts = [day, method && [method, reference].filter(Boolean).join(' ')];
  return [...parts, recordedBy && `recorded by ${recordedBy}`].filter(Boolean).join(', ');
}
