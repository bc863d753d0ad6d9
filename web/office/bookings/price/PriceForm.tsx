import { type FormEvent, useRef, useState } from 'react';
import { formatUsd } from '#domain/shared/money.ts';
import type { VersionedBooking } from '#web/api/bookings.ts';
import { Button } from '#web/kit/ui/Button.tsx';
import { BookingConflict } from '#web/office/bookings/BookingConflict.tsx';
import { LinkEndHint, NotifyOfPrice, PriceField } from './PriceField.tsx';
import { dollarsText, readPrice } from './read-price.ts';
import { usePriceSave } from './use-price-save.ts';

/** Sets the final price. The input stays until it is saved, also when other users change the booking. */
export function PriceForm({ read }: { read: VersionedBooking }) {
  const { finalPrice } = read.value;
  const form = useRef<HTMLFormElement>(null);
  /** Null: no input; the field shows the booking's price. */
  const [typed, setTyped] = useState<string | null>(null);
  const [notifyCustomer, setNotify] = useState(true);
  const [inputError, setInputError] = useState<string>();
  const reset = () => {
    setTyped(null);
    setInputError(undefined);
  };
  const saving = usePriceSave(read, {
    title: 'Final Price Updated',
    onSaved: reset,
    hasInput: typed !== null,
  });
  const { save, conflict, discard, isPending } = saving;
  const shown = typed ?? dollarsText(finalPrice);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (isPending) return;
    const { cents, inputError } = readPrice(shown);
    setInputError(inputError);
    if (cents === undefined) form.current?.querySelector('input')?.focus();
    else void save({ finalPrice: cents, notifyCustomer });
  };
  return (
    <form ref={form} noValidate onSubmit={submit}>
      <PriceField
        label="Final price"
        error={inputError}
        value={shown}
        placeholder="0.00"
        onChange={({ target }) => {
          setTyped(target.value);
          setInputError(undefined);
        }}
      />
      <NotifyOfPrice read={read} isChecked={notifyCustomer} onChange={setNotify} />
      <LinkEndHint read={read} />
      <Button type="submit" variant="secondary" className="mt-3 w-full" aria-disabled={isPending}>
        {isPending ? 'Updating...' : 'Update'} <span className="sr-only">the final price</span>
      </Button>
      <BookingConflict
        read={read}
        saving={saving}
        input={{ field: 'finalPrice', text: formatUsd(conflict?.input.finalPrice ?? 0) }}
        onDiscard={() => {
          discard();
          reset();
        }}
      />
    </form>
  );
}
