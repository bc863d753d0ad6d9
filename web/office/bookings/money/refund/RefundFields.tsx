import type { BookingPayments } from '#contract/payments.ts';
import type { Booking } from '#contract/staff-bookings.ts';
import { isRecordedId } from '#domain/money/recorded.ts';
import { allocateRefund, computeDiscountable } from '#domain/money/refunds.ts';
import { formatUsd } from '#domain/shared/money.ts';
import { CheckboxField } from '#web/kit/form/CheckboxField.tsx';
import { FieldError } from '#web/kit/form/Field.tsx';
import { TextAreaField, TextField } from '#web/kit/form/TextField.tsx';
import { type Payment, paymentName } from '#web/office/bookings/money/money.ts';
import { PaidOutFields } from './PaidOutFields.tsx';
import { listOutsideMethods, waysText } from './paid-out.ts';
import {
  listRefundWays,
  PROPOSED_EFFECTS,
  type RefundErrors,
  refundWays,
  type TypedRefund,
  typedAmount,
} from './refund-input.ts';

type Props = {
  typed: TypedRefund;
  errors: RefundErrors;
  payments: BookingPayments;
  booking: Booking;
  onType: (changes: Partial<TypedRefund>) => void;
};

/** The amount, the reason, and whether the customer is notified. */
export function RefundFields({ typed, errors, payments, booking, onType }: Props) {
  const wrongAmount = errors.amount && `Invalid Amount: ${errors.amount}`;
  const kinds = [
    { kind: 'full', words: `Full refund (${formatUsd(payments.refundable)})` },
    { kind: 'partial', words: 'Partial refund' },
  ] as const;
  return (
    <>
      <fieldset>
        <legend className="mb-1 font-semibold text-sm">How much</legend>
        {kinds.map(({ kind, words }) => (
          <label key={kind} className="flex min-h-11 cursor-pointer items-center gap-3">
            <input
              type="radio"
              name="refundType"
              id={`refund-${kind}`}
              value={kind}
              checked={typed.kind === kind}
              onChange={() => onType({ kind })}
              className="size-5 shrink-0 accent-brand"
            />
            {words}
          </label>
        ))}
        {typed.kind === 'full' && <FieldError name="refund-full" error={wrongAmount} />}
      </fieldset>
      {typed.kind === 'partial' && (
        <TextField
          name="amount"
          label="Refund amount"
          hint="In dollars"
          inputMode="decimal"
          autoComplete="off"
          error={wrongAmount}
          value={typed.amount}
          onChange={({ target }) => onType({ amount: target.value })}
        />
      )}
      <RefundPreview payments={payments.payments} typed={typed} amount={typedAmount(typed, payments)} />
      <EffectField typed={typed} payments={payments} booking={booking} onType={onType} />
      <PaidOutFields
        ways={refundWays(typed, payments)}
        typed={typed.paidOut}
        onType={(paidOut) => onType({ paidOut })}
      />
      <TextAreaField
        name="reason"
        label="Reason"
        hint="For staff only"
        error={errors.reason}
        value={typed.reason}
        onChange={({ target }) => onType({ reason: target.value })}
      />
      {booking.email !== null && (
        <CheckboxField
          name="notifyCustomer"
          label="Notify the customer by e-mail"
          error={undefined}
          id="notifyCustomer"
          checked={typed.notifyCustomer}
          onChange={({ target }) => onType({ notifyCustomer: target.checked })}
        />
      )}
    </>
  );
}

/** Whether the refund lowers the price. Not asked for what was paid above it, and for a cancelled booking. */
function EffectField({ typed, payments, booking, onType }: Omit<Props, 'errors'>) {
  const asked = computeDiscountable(typedAmount(typed, payments) ?? 0, { ...payments, ...booking });
  if (asked === 0) return null;
  const chosen = typed.effect ?? PROPOSED_EFFECTS[typed.kind];
  const effects = [
    { effect: 'discount', words: `The price is lower by ${formatUsd(asked)}: it is not due again` },
    { effect: 'due_again', words: `The price stays: ${formatUsd(asked)} is due again` },
  ] as const;
  return (
    <fieldset>
      <legend className="mb-1 font-semibold text-sm">What it does to the price</legend>
      {effects.map(({ effect, words }) => (
        <label key={effect} className="flex min-h-11 cursor-pointer items-center gap-3">
          <input
            type="radio"
            name="refundEffect"
            value={effect}
            checked={chosen === effect}
            onChange={() => onType({ effect })}
            className="size-5 shrink-0 accent-brand"
          />
          {words}
        </label>
      ))}
    </fieldset>
  );
}

type RefundPreviewProps = { payments: Payment[]; typed: TypedRefund; amount: number | null };

/** The payments that are refunded, and the amount of each. */
function RefundPreview({ payments, typed, amount }: RefundPreviewProps) {
  const shares = amount ? allocateRefund(payments, amount) : null;
  const ways = shares ? listRefundWays(shares, payments) : [];
  return (
    <div aria-live="polite" className="rounded-md bg-sunk px-4 py-3 text-sm">
      <p className="font-semibold">
        {hasOutside(payments) ? 'What goes back, cards first' : 'What goes back, newest payment first'}
      </p>
      {shares ? (
        <dl className="mt-1 space-y-1 tabular-nums">
          {shares.map((share) => {
            const payment = payments.find(({ id }) => id === share.paymentId);
            return (
              <div key={share.paymentId} className="flex justify-between gap-4">
                <dt className="text-ink-soft">{payment && paymentName(payment)}</dt>
                <dd>
                  {formatUsd(share.amount)}
                  {payment && share.amount < payment.amount && (
                    <span className="text-ink-soft"> of {formatUsd(payment.amount)}</span>
                  )}
                </dd>
              </div>
            );
          })}
        </dl>
      ) : (
        <p className="mt-1 text-ink-soft">Nothing yet: enter an amount that can be refunded.</p>
      )}
      {listOutsideMethods(ways).length > 0 && <p className="mt-2">{waysText(ways, typed.paidOut)}.</p>}
    </div>
  );
}

const hasOutside = (payments: Payment[]) => payments.some(({ id }) => isRecordedId(id));
