import { type FormEvent, useRef, useState } from 'react';
import { type BookingPayments, processRemainingPayment } from '#contract/payments.ts';
import { formatUsd } from '#domain/shared/money.ts';
import { Button } from '#web/kit/ui/Button.tsx';
import type { Money } from '#web/office/bookings/money/money.ts';
import { DollarField } from '#web/office/bookings/price/PriceField.tsx';
import { dollarsText, readPrice } from '#web/office/bookings/price/read-price.ts';
import { useMay } from '#web/office/bookings/use-may.ts';

/** `onCharge`: takes the amount in cents. */
type Props = Money & { onCharge: (amount: number) => void };

/** The amount to charge: the balance due, unless the user enters another amount. */
export function ChargeForm({ payments, isOff, offReasonId, onCharge }: Props) {
  const { remaining } = payments;
  const mayExceed = useMay('payments:exceed-limit');
  const form = useRef<HTMLFormElement>(null);
  /** Null: no input; the field shows the balance. */
  const [typed, setTyped] = useState<string | null>(null);
  const [inputError, setInputError] = useState<string>();
  const shown = typed ?? dollarsText(remaining);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (isOff) return;
    const { amount, inputError } = readCharge(shown, payments, mayExceed);
    setInputError(inputError);
    if (amount === undefined) form.current?.querySelector('input')?.focus();
    else onCharge(amount);
  };
  return (
    <form ref={form} noValidate onSubmit={submit} className="mt-3">
      <DollarField
        name="chargeAmount"
        label="Charge amount"
        hint="The remaining balance, or a part of it"
        error={inputError}
        value={shown}
        placeholder="0.00"
        onChange={({ target }) => {
          setTyped(target.value);
          setInputError(undefined);
        }}
      />
      <Button
        type="submit"
        className="mt-3 w-full aria-disabled:opacity-55"
        aria-disabled={isOff}
        aria-describedby={offReasonId}
      >
        Charge <span className="sr-only">the card on file</span>
      </Button>
    </form>
  );
}

type ReadCharge = { amount: number; inputError?: never } | { amount?: never; inputError: string };

/** Parses the input as an amount to charge. Limits: those of the contract, and the balance due. */
export function readCharge(
  typed: string,
  { remaining, chargeableWithoutPassword }: BookingPayments,
  mayExceed: boolean,
): ReadCharge {
  const { cents, inputError } = readPrice(typed);
  if (cents === undefined) return { inputError };
  const { error } = processRemainingPayment.body.safeParse({ bookingId: 1, chargeAmount: cents });
  const [issue] = error?.issues ?? [];
  if (issue) return { inputError: issue.message };
  if (cents > remaining) return { inputError: `Only ${formatUsd(remaining)} is due` };
  if (cents > chargeableWithoutPassword && !mayExceed) {
    const rest = chargeableWithoutPassword > 0 ? formatUsd(chargeableWithoutPassword) : 'nothing';
    return { inputError: `You can charge ${rest} here. Above that, ask a super administrator.` };
  }
  return { amount: cents };
}
