import { type FormEvent, type KeyboardEvent, useEffect, useRef, useState } from 'react';
import type { Booking } from '#contract/staff-bookings.ts';
import { formatUsd } from '#domain/money.ts';
import { LazyConflictDialog } from '#web/admin/bookings/LazyConflictDialog.tsx';
import { useCareful } from '#web/admin/bookings/use-careful.ts';
import { endedLinkText, toastFailure } from '#web/admin/bookings/words.ts';
import { readOfRow, type SavedPrice, useSetFinalPrice } from '#web/api/bookings.ts';
import { RowButton } from '#web/table/RowButton.tsx';
import { toast } from '#web/ui/toast/toast-store.ts';
import { LinkEndHint, PriceField } from './PriceField.tsx';
import { dollarsText, readPrice } from './read-price.ts';

type Props = { booking: Booking; onClose: (hadFocus: boolean) => void };

/** The final price, in a row: Save or Enter takes it, Escape leaves it. It stays open when it cannot be saved. */
export function PriceEditor({ booking, onClose }: Props) {
  const { id, finalPrice } = booking;
  const form = useRef<HTMLFormElement>(null);
  const [typed, setTyped] = useState(() => dollarsText(finalPrice));
  const [mistake, setMistake] = useState<string>();
  const close = () => onClose(form.current?.contains(document.activeElement) ?? false);
  const read = readOfRow(booking);
  const careful = useCareful<{ finalPrice: number }, SavedPrice>(read, useSetFinalPrice(id), {
    onSaved: ({ value }) => {
      const text = `Final price successfully updated.${endedLinkText(value.endedPayLink)}`;
      toast({ title: 'Price Updated', text, variant: 'plain' });
      close();
    },
    onFailed: (error) => toastFailure('Failed to update final price.', error),
  });
  const input = () => form.current?.querySelector('input');
  useEffect(() => {
    form.current?.querySelector('input')?.select();
  }, []);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (careful.isPending) return;
    const { cents, mistake } = readPrice(typed);
    setMistake(mistake);
    if (cents === undefined) return input()?.focus();
    void careful.save({ finalPrice: cents });
  };
  const leave = (event: KeyboardEvent) => {
    if (event.key === 'Escape') close();
  };
  return (
    <form ref={form} noValidate onSubmit={submit} onKeyDown={leave} className="w-44 max-w-full cards:w-full">
      <PriceField
        label="Final price"
        autoFocus
        error={mistake}
        value={typed}
        placeholder="0.00"
        onChange={({ target }) => {
          setTyped(target.value);
          setMistake(undefined);
        }}
      />
      <LinkEndHint read={read} />
      <div className="mt-2 flex gap-2">
        <RowButton
          type="submit"
          aria-disabled={careful.isPending}
          className="border-transparent !bg-brand text-on-brand hover:!bg-brand-strong"
        >
          {careful.isPending ? 'Saving...' : 'Save'}
        </RowButton>
        <RowButton onClick={close}>Cancel</RowButton>
      </div>
      {careful.overtaken && (
        <LazyConflictDialog
          read={read}
          careful={careful}
          yours={{ field: 'finalPrice', value: formatUsd(careful.overtaken.wanted.finalPrice) }}
          onTakeTheirs={close}
        />
      )}
    </form>
  );
}
