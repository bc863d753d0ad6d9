import { useState } from 'react';
import type { BookingPayments, RefundPart } from '#contract/payments.ts';
import { isRecordedId } from '#domain/money/recorded.ts';
import { formatUsd } from '#domain/shared/money.ts';
import type { VersionedBooking } from '#web/api/bookings.ts';
import { type RefundReply, type RefundRequest, useRefund } from '#web/api/payments.ts';
import { failureText } from '#web/kit/form/failure.ts';
import { isOutcomeUnknown } from '#web/kit/form/versioned/stale.ts';
import { Notice } from '#web/kit/ui/Notice.tsx';
import { toast } from '#web/kit/ui/toast/toast-store.ts';
import { MoneyDialog, useUndoWindow } from '#web/office/bookings/money/MoneyDialog.tsx';
import { type Payment, paymentName } from '#web/office/bookings/money/money.ts';
import { type Figures, StaleFigures, useMoneySave } from '#web/office/bookings/money/use-money-save.tsx';
import { dollarsText } from '#web/office/bookings/price/read-price.ts';
import { AS_IT_WAS_PAID } from './paid-out.ts';
import { RefundFields } from './RefundFields.tsx';
import { type RefundErrors, readRefund, type TypedRefund, typedAmount } from './refund-input.ts';
import { type FullRefund, fullRefund, isComplete, refundText } from './refund-result.ts';

type Props = Figures & {
  /** The booking as it is now. */
  read: VersionedBooking;
  /** The proposed amount in cents; null for all. */
  proposed: number | null;
  /** Called when the rest is refunded, or pending at the bank. */
  onFullRefund: (refund: FullRefund) => void;
  onClose: () => void;
};

/** `full`: whether nothing is left to refund. */
type Outcome = { parts: RefundPart[]; full: FullRefund | null };

/** Refunds all or part of what was paid, after a moment in which it can be stopped. */
export function RefundDialog({ proposed, onFullRefund, onClose, ...opened }: Props) {
  const { read } = opened;
  const bookingId = read.value.id;
  const [idempotencyKey] = useState(() => crypto.randomUUID());
  const [begun] = useState(() => begin(proposed));
  const [typed, setTyped] = useState(begun);
  const [errors, setErrors] = useState<RefundErrors>({});
  const [outcome, setOutcome] = useState<Outcome | null>(null);
  const undoWindow = useUndoWindow();
  const end = ({ full }: Outcome) => {
    if (full) onFullRefund(full);
    else onClose();
  };
  const saving = useMoneySave<RefundRequest, RefundReply>(opened, useRefund(bookingId, idempotencyKey), {
    onSaved: (reply, { amount }) => {
      const text = refundText(reply, { kind: typed.kind, amount });
      toast({ title: 'Refund Processed', text, variant: 'plain' });
      const made = { parts: reply.refunds, full: fullRefund(reply.refunds, payments.refundable) };
      if (isComplete(reply)) end(made);
      else setOutcome(made);
    },
    onFailed: (error) => toast({ title: 'Refund Error', text: words(error), variant: 'destructive' }),
  });
  const { payments, stale, isUnknown, failure } = saving;
  const confirm = () => {
    const { refund, errors = {} } = readRefund(typed, payments, read.value);
    setErrors(errors);
    if (errors.amount) toast({ title: 'Invalid Amount', text: errors.amount, variant: 'destructive' });
    if (!refund) document.getElementById(fieldOf(typed, errors))?.focus();
    else if (saving.begin()) undoWindow.start(() => saving.save(refund));
  };
  const amount = typedAmount(typed, payments);
  const isNothingLeft = stale !== null && payments.refundable === 0;
  /** An attempt without an answer is repeated with the same values. */
  const isLocked = isUnknown && !stale;
  const unknownText = isLocked && !outcome ? `${MAY_BE_REFUNDED} ${NOT_TWICE}` : null;
  return (
    <MoneyDialog
      title="Refund Payment"
      text={`Booking #${bookingId}.${bankText(payments)}${linkText(payments.payLink)}`}
      confirmText={amount ? `Refund ${formatUsd(amount)}` : 'Refund'}
      stoppedText={isUnknown ? `It is not refunded again. ${MAY_BE_REFUNDED}` : NOT_REFUNDED}
      undoWindow={undoWindow}
      isDirty={JSON.stringify(typed) !== JSON.stringify(begun)}
      error={failure ? words(failure) : unknownText}
      isOver={outcome !== null || isNothingLeft}
      onConfirm={confirm}
      onClose={outcome ? () => end(outcome) : onClose}
    >
      {outcome ? (
        <RefundOutcome parts={outcome.parts} payments={payments.payments} />
      ) : (
        <>
          <StaleFigures booking={read} saving={saving} text={staleText({ isNothingLeft, isUnknown })} />
          <fieldset disabled={isLocked} className="min-w-0 space-y-4">
            <RefundFields
              typed={typed}
              errors={errors}
              payments={payments}
              booking={read.value}
              onType={(changes) => {
                setTyped({ ...typed, ...changes });
                setErrors({});
              }}
            />
          </fieldset>
        </>
      )}
    </MoneyDialog>
  );
}

const NOT_REFUNDED = 'Nothing was refunded.';
const MAY_BE_REFUNDED = 'An earlier attempt got no answer and may have been refunded.';
const NOT_TWICE = 'Refunding again in this dialog does not refund twice.';

function staleText({ isNothingLeft, isUnknown }: { isNothingLeft: boolean; isUnknown: boolean }): string {
  if (isNothingLeft) {
    return isUnknown
      ? `${MAY_BE_REFUNDED} Nothing is left to refund.`
      : 'Nothing was refunded here: nothing is left to refund.';
  }
  const next = 'What you typed is still here: check the new figures, then refund again.';
  return isUnknown ? `${MAY_BE_REFUNDED} ${next} ${NOT_TWICE}` : `${NOT_REFUNDED} ${next}`;
}

function begin(proposed: number | null): TypedRefund {
  return {
    kind: proposed === null ? 'full' : 'partial',
    amount: dollarsText(proposed),
    effect: null,
    reason: '',
    notifyCustomer: true,
    paidOut: AS_IT_WAS_PAID,
  };
}

function bankText({ payments }: BookingPayments): string {
  const isByCard = payments.some(({ id }) => !isRecordedId(id));
  return isByCard || payments.length === 0 ? ' Banks take 5 to 10 days to pay a refund out.' : '';
}

function linkText(link: BookingPayments['payLink']): string {
  return link ? ` The open payment link for ${formatUsd(link.amount)} ends.` : '';
}

/** The id of the first field that is wrong. */
function fieldOf({ kind }: TypedRefund, { amount }: RefundErrors): string {
  if (!amount) return 'reason';
  return kind === 'full' ? 'refund-full' : 'amount';
}

function words(error: unknown): string {
  const failed = failureText('Failed to process the refund. Please try again or contact support.', error);
  return isOutcomeUnknown(error) ? `${failed} It may have been refunded all the same. ${NOT_TWICE}` : failed;
}

type RefundOutcomeProps = { parts: RefundPart[]; payments: Payment[] };

/** The state of each part of a refund that is not complete yet. */
function RefundOutcome({ parts, payments }: RefundOutcomeProps) {
  return (
    <Notice variant="attention" role="status">
      <p className="font-semibold">Part of this refund is still processing</p>
      <dl className="mt-2 space-y-2 text-sm tabular-nums">
        {parts.map((part) => {
          const payment = payments.find(({ id }) => id === part.paymentId);
          return (
            <div key={part.paymentId}>
              <dt>
                {payment && paymentName(payment)}: {formatUsd(part.amount)}
              </dt>
              <dd className="font-semibold">{partWords(part)}</dd>
            </div>
          );
        })}
      </dl>
      <p className="mt-2 text-sm">What is refunded stays refunded; only the rest is tried again.</p>
    </Notice>
  );
}

function partWords({ id, status }: RefundPart): string {
  if (status === 'succeeded') return 'Refunded';
  if (status === 'failed') return 'Failed; it can be refunded again';
  return id === null ? 'Will be retried automatically' : 'Pending at the bank';
}
