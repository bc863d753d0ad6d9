import { type FormEvent, type KeyboardEvent, useEffect, useRef, useState } from 'react';
import type { Booking } from '#contract/staff-bookings.ts';
import { formatUsd } from '#domain/shared/money.ts';
import { versionedRow } from '#web/api/bookings.ts';
import { RowButton } from '#web/kit/table/RowButton.tsx';
import { BookingConflictDialog } from '#web/office/bookings/BookingConflict.tsx';
import { LinkEndHint, NotifyOfPrice, PriceField } from './PriceField.tsx';
import { dollarsText, readPrice } from './read-price.ts';
import { usePriceSave } from './use-price-save.ts';

type Props = { booking: Booking; onClose: (hadFocus: boolean) => void };

/** The editor of the final price in a list row. Save or Enter saves, Escape closes. After a failure it stays open. */
export function PriceEditor({ booking, onClose }: Props) {
  const { finalPrice } = booking;
  const form = useRef<HTMLFormElement>(null);
  const [typed, setTyped] = useState(() => dollarsText(finalPrice));
  const [notifyCustomer, setNotify] = useState(true);
  const [inputError, setInputError] = useState<string>();
  const close = () => onClose(form.current?.contains(document.activeElement) ?? false);
  const read = versionedRow(booking);
  const saving = usePriceSave(read, { title: 'Price Updated', onSaved: close, hasInput: true });
  const input = () => form.current?.querySelector('input');
  useEffect(() => {
    form.current?.querySelector('input')?.select();
  }, []);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (saving.isPending) return;
    const { cents, inputError } = readPrice(typed);
    setInputError(inputError);
    if (cents === undefined) return input()?.focus();
    void saving.save({ finalPrice: cents, notifyCustomer });
  };
  const leave = (event: KeyboardEvent) => {
    if (event.key === 'Escape') close();
  };
  return (
    <form ref={form} noValidate onSubmit={submit} onKeyDown={leave} className="w-44 max-w-full cards:w-full">
      <PriceField
        label="Final price"
        autoFocus
        error={inputError}
        value={typed}
        placeholder="0.00"
        onChange={({ target }) => {
          setTyped(target.value);
          setInputError(undefined);
        }}
      />
      <NotifyOfPrice read={read} isChecked={notifyCustomer} onChange={setNotify} />
      <LinkEndHint read={read} />
      <div className="mt-2 flex gap-2">
        <RowButton
          type="submit"
          aria-disabled={saving.isPending}
          className="border-transparent !bg-brand text-on-brand hover:!bg-brand-strong"
        >
          {saving.isPending ? 'Saving...' : 'Save'}
        </RowButton>
        <RowButton onClick={close}>Cancel</RowButton>
      </div>
      {saving.conflict && (
        <BookingConflictDialog
          read={read}
          saving={saving}
          input={{ field: 'finalPrice', text: formatUsd(saving.conflict.input.finalPrice) }}
          onDiscard={close}
        />
      )}
    </form>
  );
}
