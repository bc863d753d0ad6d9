import { type FormEvent, useRef, useState } from 'react';
import type { Card } from '#domain/cards.ts';
import { DollarField } from '#web/admin/bookings/DollarField.tsx';
import { dollarsText } from '#web/admin/bookings/price.ts';
import { useMay } from '#web/admin/bookings/use-may.ts';
import { Button } from '#web/ui/Button.tsx';
import { type AskedCharge, readCharge } from './asked-charge.ts';
import type { Money } from './money.ts';

type Props = Money & { card: Card; onCharge: (asked: AskedCharge) => void };

/** How much to charge: all that is due, unless something else is typed. */
export function ChargeForm({ payments, isOff, offReasonId, card, onCharge }: Props) {
  const { remaining, chargeableWithoutPassword, payLink } = payments;
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
    if (amount === undefined) {
      form.current?.querySelector('input')?.focus();
      return;
    }
    const needsPassword = amount > chargeableWithoutPassword;
    onCharge({ amount, remaining, card, needsPassword, endsLink: payLink !== null });
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
