import { useId, useState } from 'react';
import type { CancellationPreview, ChangePreview, ChangeResult } from '#contract/booking-changes.ts';
import { BOOKING_STATUS_LABELS } from '#domain/rental/bookings.ts';
import { formatDay } from '#domain/shared/days.ts';
import { formatUsd } from '#domain/shared/money.ts';
import type { VersionedBooking } from '#web/api/bookings.ts';
import { TextAreaField, TextField } from '#web/kit/form/TextField.tsx';
import { Fact, Facts } from '#web/kit/ui/Card.tsx';
import { Notice } from '#web/kit/ui/Notice.tsx';
import { PaidOutFields } from '#web/office/bookings/money/refund/PaidOutFields.tsx';
import {
  AS_IT_WAS_PAID,
  paidOutOf,
  type TypedPaidOut,
  waysText,
} from '#web/office/bookings/money/refund/paid-out.ts';
import type { FullRefund } from '#web/office/bookings/money/refund/refund-result.ts';
import { dollarsText, readPrice } from '#web/office/bookings/price/read-price.ts';
import { useMay } from '#web/office/bookings/use-may.ts';
import { daysText } from '#web/office/bookings/words.ts';
import { ChangeFrame } from './ChangeFrame.tsx';
import type { ChangeState } from './use-change.ts';

type Props = {
  read: VersionedBooking;
  /** Set if the dialog opens after a full refund; 'pending': the bank has not confirmed all of it. */
  afterRefund: FullRefund | null;
  onClose: () => void;
};

/** What was typed; `amount` null: the refund that is proposed. */
type Typed = {
  amount: string | null;
  reason: string;
  paidOut: TypedPaidOut;
  reasonError?: string | undefined;
};

const NOTHING_TYPED: Typed = { amount: null, reason: '', paidOut: AS_IT_WAS_PAID };

/** Cancels a booking with the refund that its policy proposes, or with another one and a reason. */
export function CancelDialog({ read, afterRefund, onClose }: Props) {
  const { id, status } = read.value;
  const mayRefund = useMay('payments:refund');
  const [typed, setTyped] = useState(NOTHING_TYPED);
  const type = (changes: Partial<Typed>) => setTyped({ ...typed, reasonError: undefined, ...changes });
  const amount = typed.amount === null ? null : readPrice(typed.amount);
  const reasonId = useId();
  const check = ({ preview }: ChangeState) => {
    const facts = preview?.cancellation;
    if (!facts?.needsReason || typed.reason.trim() !== '') return true;
    type({ reasonError: 'Enter why the refund differs from the agreed policy' });
    document.getElementById(reasonId)?.focus();
    return false;
  };
  const refund = (change: ChangeState) => change.preview?.cancellation?.refundAmount ?? 0;
  return (
    <ChangeFrame
      read={read}
      title={`Cancel booking #${id}?`}
      text={
        afterRefund &&
        `${REFUND_STATES[afterRefund]} The booking is still ${BOOKING_STATUS_LABELS[status]} and keeps its unit until it is cancelled.`
      }
      request={amount?.inputError ? null : { type: 'cancel', ...(amount && { refundAmount: amount.cents }) }}
      note={({ cancellation }) => ({
        ...(typed.reason.trim() !== '' && { reason: typed.reason.trim() }),
        ...paidOutOf(cancellation?.ways ?? [], typed.paidOut),
      })}
      prompt="Enter what is refunded, in dollars."
      actionText={(change) =>
        refund(change) > 0 ? `Cancel booking, refund ${formatUsd(refund(change))}` : 'Cancel booking'
      }
      closeText="Keep booking"
      emailText="An e-mail with a calendar file that removes the entry"
      check={check}
      failed="Failed to update booking status."
      done={{ title: 'Status Updated', text: doneText }}
      openOutcome={openOutcome}
      isDirty={JSON.stringify(typed) !== JSON.stringify(NOTHING_TYPED)}
      onClose={onClose}
    >
      {({ preview }) => (
        <div className="space-y-4">
          <Facts areShort>
            <Fact name="Rental days">{daysText(read.value)}</Fact>
            {preview?.cancellation && (
              <Fact name="Can be refunded">{formatUsd(preview.cancellation.maximum)}</Fact>
            )}
          </Facts>
          {preview?.cancellation && (
            <Proposal facts={preview.cancellation} warnings={preview.warnings} mayRefund={mayRefund} />
          )}
          {mayRefund && (preview?.cancellation?.maximum !== 0 || typed.amount !== null) && (
            <TextField
              name="refundAmount"
              label="Refund"
              inputMode="decimal"
              autoComplete="off"
              error={amount?.inputError}
              // The proposal must not come between what is typed.
              readOnly={!preview && typed.amount === null}
              value={typed.amount ?? dollarsText(preview?.cancellation?.refundAmount ?? null)}
              onChange={({ target }) => type({ amount: target.value })}
            />
          )}
          {preview?.cancellation && (
            <RefundWays
              facts={preview.cancellation}
              typed={typed.paidOut}
              onType={(paidOut) => type({ paidOut })}
            />
          )}
          <TextAreaField
            name="reason"
            label="Reason"
            hint="For staff only. Needed if the refund differs from the agreed policy."
            id={reasonId}
            error={typed.reasonError}
            value={typed.reason}
            onChange={({ target }) => type({ reason: target.value })}
          />
        </div>
      )}
    </ChangeFrame>
  );
}

const REFUND_STATES: Readonly<Record<FullRefund, string>> = {
  succeeded: 'All that was paid is refunded.',
  pending: 'The refund of all that was paid is pending at the bank.',
};

type ProposalProps = {
  facts: CancellationPreview;
  warnings: ChangePreview['warnings'];
  mayRefund: boolean;
};

/** What the policy proposes and why, and what staff have to do themselves. */
function Proposal({ facts, warnings, mayRefund }: ProposalProps) {
  const { maximum, proposed, proposalText, pickupDay } = facts;
  return (
    <div className="space-y-3">
      <p className="wrap-anywhere">
        {maximum === 0 ? (
          'Nothing is left to refund.'
        ) : (
          <>
            <strong>Proposed refund: {formatUsd(proposed)}.</strong> {proposalText}
          </>
        )}
      </p>
      {!mayRefund && maximum > 0 && (
        <p>You cancel without a refund. An administrator can refund up to {formatUsd(maximum)}.</p>
      )}
      {pickupDay && (
        <Notice variant="attention">
          <p className="font-semibold">Pick up now</p>
          <p>
            The unit is at the customer. Its pickup is due on {formatDay(pickupDay)}, and it stays reserved
            until it is picked up.
          </p>
          {warnings.length > 0 && (
            <p className="wrap-anywhere mt-1">{warnings.map(({ text }) => text).join(' ')}</p>
          )}
        </Notice>
      )}
    </div>
  );
}

type RefundWaysProps = {
  facts: CancellationPreview;
  typed: TypedPaidOut;
  onType: (typed: TypedPaidOut) => void;
};

/** Each part of a refund, if staff pay out one of them, and how they do that. */
function RefundWays({ facts: { paidOutByStaff, ways }, typed, onType }: RefundWaysProps) {
  if (paidOutByStaff === 0) return null;
  return (
    <>
      <Notice variant="attention">
        <p className="font-semibold">{waysText(ways, typed)}</p>
        <p>Pay out {formatUsd(paidOutByStaff)} yourself: it was not paid by card.</p>
      </Notice>
      <PaidOutFields ways={ways} typed={typed} onType={onType} />
    </>
  );
}

function doneText({ refunds = [] }: ChangeResult): string {
  const sum = (status: string) =>
    refunds.reduce((total, part) => total + (part.status === status ? part.amount : 0), 0);
  const parts = [
    { words: 'refunded', cents: sum('succeeded') },
    { words: 'pending at the bank', cents: sum('pending') },
    { words: 'not refunded: the bank refused it', cents: sum('failed') },
  ].filter(({ cents }) => cents > 0);
  const refunded = parts.map(({ words, cents }) => `${formatUsd(cents)} ${words}`).join(', ');
  return `Booking status successfully updated.${refunded && ` ${refunded}.`}`;
}

function openOutcome({ booking }: ChangeResult): string | null {
  if (booking.status === 'cancelled') return null;
  return 'Cancelling: Stripe has not answered yet. The days stay reserved, and the booking cannot be changed until it does. The system asks again automatically; the booking shows the result.';
}
