import { type FormEvent, useRef, useState } from 'react';
import { formatUsd } from '#domain/money.ts';
import { Overtaken } from '#web/admin/bookings/Overtaken.tsx';
import { useCareful } from '#web/admin/bookings/use-careful.ts';
import { endedLinkText, toastFailure } from '#web/admin/bookings/words.ts';
import { type Read, type SavedPrice, useSetFinalPrice } from '#web/api/bookings.ts';
import { Button } from '#web/ui/Button.tsx';
import { toast } from '#web/ui/toast/toast-store.ts';
import { LinkEndHint, PriceField } from './PriceField.tsx';
import { dollarsText, readPrice } from './read-price.ts';

/** Sets the final price. What is typed stays until it is saved, whatever others do meanwhile. */
export function PriceAction({ read }: { read: Read }) {
  const { id, finalPrice } = read.value;
  const form = useRef<HTMLFormElement>(null);
  /** Null: nothing is typed, and the field follows the booking. */
  const [typed, setTyped] = useState<string | null>(null);
  const [mistake, setMistake] = useState<string>();
  const change = useSetFinalPrice(id);
  const reset = () => {
    setTyped(null);
    setMistake(undefined);
  };
  const careful = useCareful<{ finalPrice: number }, SavedPrice>(read, change, {
    onSaved: ({ value }) => {
      reset();
      const text = `Final price successfully updated.${endedLinkText(value.endedPayLink)}`;
      toast({ title: 'Final Price Updated', text, variant: 'plain' });
    },
    onFailed: (error) => toastFailure('Failed to update final price.', error),
  });
  const { save, overtaken, forget, isPending } = careful;
  const shown = typed ?? dollarsText(finalPrice);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (isPending) return;
    const { cents, mistake } = readPrice(shown);
    setMistake(mistake);
    if (cents === undefined) form.current?.querySelector('input')?.focus();
    else void save({ finalPrice: cents });
  };
  return (
    <form ref={form} noValidate onSubmit={submit}>
      <PriceField
        label="Final price"
        error={mistake}
        value={shown}
        placeholder="0.00"
        onChange={({ target }) => {
          setTyped(target.value);
          setMistake(undefined);
        }}
      />
      <LinkEndHint read={read} />
      <Button type="submit" variant="secondary" className="mt-3 w-full" aria-disabled={isPending}>
        {isPending ? 'Updating...' : 'Update'} <span className="sr-only">the final price</span>
      </Button>
      <Overtaken
        read={read}
        careful={careful}
        yours={{ field: 'finalPrice', value: formatUsd(overtaken?.wanted.finalPrice ?? 0) }}
        onTakeTheirs={() => {
          forget();
          reset();
        }}
      />
    </form>
  );
}
