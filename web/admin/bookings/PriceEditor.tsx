import { type FormEvent, type KeyboardEvent, useEffect, useRef, useState } from 'react';
import type { Booking } from '#contract/staff-bookings.ts';
import { useSetFinalPrice } from '#web/api/bookings.ts';
import { RowButton } from '#web/table/RowButton.tsx';
import { toast } from '#web/ui/toast-store.ts';
import { toastFailure } from './failure.ts';
import { PriceField } from './PriceField.tsx';
import { dollarsText, readPrice } from './price.ts';

type Props = { booking: Booking; onClose: (hadFocus: boolean) => void };

/** The final price, in a row: Save or Enter takes it, Escape leaves it. It stays open when it cannot be saved. */
export function PriceEditor({ booking, onClose }: Props) {
  const { id, finalPrice } = booking;
  const form = useRef<HTMLFormElement>(null);
  const [typed, setTyped] = useState(() => dollarsText(finalPrice));
  const [mistake, setMistake] = useState<string>();
  const change = useSetFinalPrice(id);
  const close = () => onClose(form.current?.contains(document.activeElement) ?? false);
  const input = () => form.current?.querySelector('input');
  useEffect(() => {
    form.current?.querySelector('input')?.select();
  }, []);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (change.isPending) return;
    const { cents, mistake } = readPrice(typed);
    setMistake(mistake);
    if (cents === undefined) return input()?.focus();
    change.mutate(
      { finalPrice: cents },
      {
        onSuccess: () => {
          toast({ title: 'Price Updated', text: 'Final price successfully updated.', look: 'plain' });
          close();
        },
        onError: (error) => toastFailure('Failed to update final price.', error),
      },
    );
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
      <div className="mt-2 flex gap-2">
        <RowButton
          type="submit"
          aria-disabled={change.isPending}
          className="border-transparent !bg-brand text-on-brand hover:!bg-brand-strong"
        >
          {change.isPending ? 'Saving...' : 'Save'}
        </RowButton>
        <RowButton onClick={close}>Cancel</RowButton>
      </div>
    </form>
  );
}
