import { useState } from 'react';
import type { BookingPayments, RefundPart } from '#contract/payments.ts';
import { formatUsd } from '#domain/money.ts';
import { failureText } from '#web/admin/bookings/failure.ts';
import { dollarsText } from '#web/admin/bookings/price.ts';
import { CallError } from '#web/api/call.ts';
import { type Refund, useRefund } from '#web/api/payments.ts';
import { toast } from '#web/ui/toast-store.ts';
import { MoneyDialog } from './MoneyDialog.tsx';
import { RefundFields } from './RefundFields.tsx';
import { RefundOutcome } from './RefundOutcome.tsx';
import { isThrough, refundText } from './refund-words.ts';
import { type Mistakes, readRefund, type TypedRefund, typedAmount } from './typed-refund.ts';
import { useHeldBack } from './use-held-back.ts';

type Props = {
  bookingId: number;
  payments: BookingPayments;
  /** What is proposed, in cents; null for all. */
  proposed: number | null;
  etag: string | null;
  /** All that was left is refunded, or on its way at the bank. */
  onFullRefund: () => void;
  onClose: () => void;
};

/** Refunds all or part of what was paid, after a moment in which it can be stopped. */
export function RefundDialog({ bookingId, payments, proposed, etag, onFullRefund, onClose }: Props) {
  const [idempotencyKey] = useState(() => crypto.randomUUID());
  const [begun] = useState(() => begin(proposed));
  const [typed, setTyped] = useState(begun);
  const [mistakes, setMistakes] = useState<Mistakes>({});
  const [outcome, setOutcome] = useState<RefundPart[] | null>(null);
  const held = useHeldBack();
  const change = useRefund(bookingId, { idempotencyKey, ifMatch: etag });
  const send = async (refund: Refund) => {
    try {
      const reply = await change.mutateAsync(refund);
      const text = refundText(reply, { kind: typed.kind, amount: refund.amount });
      toast({ title: 'Refund Processed', text, look: 'plain' });
      if (!isThrough(reply)) setOutcome(reply.refunds);
      else if (refund.amount === payments.refundable) onFullRefund();
      else onClose();
    } catch (error) {
      toast({ title: 'Refund Error', text: words(error), look: 'destructive' });
    }
  };
  const confirm = () => {
    change.reset();
    const { refund, mistakes = {} } = readRefund(typed, payments);
    setMistakes(mistakes);
    if (mistakes.amount) toast({ title: 'Invalid Amount', text: mistakes.amount, look: 'destructive' });
    if (refund) held.start(() => send(refund));
    else document.getElementById(fieldOf(typed, mistakes))?.focus();
  };
  const amount = typedAmount(typed, payments);
  return (
    <MoneyDialog
      title="Refund Payment"
      text={`Booking #${bookingId}. Banks take 5 to 10 days to pay a refund out.${linkText(payments.payLink)}`}
      confirmText={amount ? `Refund ${formatUsd(amount)}` : 'Refund'}
      stoppedText="Nothing was refunded."
      held={held}
      isDirty={JSON.stringify(typed) !== JSON.stringify(begun)}
      error={change.error && words(change.error)}
      isOver={outcome !== null}
      onConfirm={confirm}
      onClose={outcome && isFullRefund(outcome, payments) ? onFullRefund : onClose}
    >
      {outcome ? (
        <RefundOutcome parts={outcome} payments={payments.payments} />
      ) : (
        <RefundFields
          typed={typed}
          mistakes={mistakes}
          payments={payments}
          onType={(changes) => {
            setTyped({ ...typed, ...changes });
            setMistakes({});
          }}
        />
      )}
    </MoneyDialog>
  );
}

function begin(proposed: number | null): TypedRefund {
  return {
    kind: proposed === null ? 'full' : 'partial',
    amount: dollarsText(proposed),
    reason: '',
    notifyCustomer: true,
  };
}

/** Whether nothing is left to refund: a part that is pending at the bank counts as refunded. */
function isFullRefund(parts: readonly RefundPart[], { refundable }: BookingPayments): boolean {
  const made = parts.filter(({ status }) => status !== 'failed');
  return made.reduce((sum, { amount }) => sum + amount, 0) === refundable;
}

function linkText(link: BookingPayments['payLink']): string {
  return link ? ` The open payment link for ${formatUsd(link.amount)} ends.` : '';
}

/** The id of the first field that is wrong. */
function fieldOf({ kind }: TypedRefund, { amount }: Mistakes): string {
  if (!amount) return 'reason';
  return kind === 'full' ? 'refund-full' : 'amount';
}

function words(error: unknown): string {
  const failed = failureText('Failed to process the refund. Please try again or contact support.', error);
  return error instanceof CallError ? failed : `${failed} ${NO_ANSWER}`;
}

const NO_ANSWER =
  'It may have gone through all the same; refunding again in this dialog does not refund twice.';
