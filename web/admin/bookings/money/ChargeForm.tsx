import { type FormEvent, useRef, useState } from 'react';
import { DollarField } from '#web/admin/bookings/DollarField.tsx';
import { dollarsText } from '#web/admin/bookings/price.ts';
import { useMay } from '#web/admin/bookings/use-may.ts';
import { Button } from '#web/ui/Button.tsx';
import { readCharge } from './asked-charge.ts';
import type { Money } from './money.ts';

/** `onCharge`: takes the amount in cents. */
type Props = Money & { onCharge: (amount: number) => void };

/** How much to charge: all that is due, unless something else is typed. */
export function ChargeForm({ payments, isOff, offReasonId, onCharge }: Props) {
  const { remaining } = payments;
  const mayExceed = useMay('payments:exceed-limit');
  const form = useRef<HTMLFormElement>(null);
  /** Null: nothing is typed, and the field follows the balance. */
  const [typed, setTyped] = useState<string | null>(null);
  const [mistake, setMistake] = useState<string>();
  const shown = typed ?? dollarsText(remaining);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (isOff) return;
    const { amount, mistake } = readCharge(shown, payments, mayExceed);
    setMistake(mistake);
    if (amount === undefined) form.current?.querySelector('input')?.focus();
    else onCharge(amount);
  };
  return (
    <form ref={form} noValidate onSubmit={submit} className="mt-3">
      <DollarField
        name="chargeAmount"
        label="Charge amount"
        hint="The remaining balance, or a part of it"
        error={mistake}
        value={shown}
        placeholder="0.00"
        onChange={({ target }) => {
          setTyped(target.value);
          setMistake(undefined);
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
