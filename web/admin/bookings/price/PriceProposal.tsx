import { useQuery } from '@tanstack/react-query';
import { proposedPrice } from '#domain/dump-fees.ts';
import { formatUsd, MAX_AMOUNT } from '#domain/money.ts';
import { Overtaken } from '#web/admin/bookings/Overtaken.tsx';
import { useCareful } from '#web/admin/bookings/use-careful.ts';
import { useMayWrite } from '#web/admin/bookings/use-may.ts';
import { endedLinkText, toastFailure } from '#web/admin/bookings/words.ts';
import { type Read, type SavedPrice, useSetFinalPrice } from '#web/api/bookings.ts';
import { dumpFeesQuery } from '#web/api/dump-fees.ts';
import { Button } from '#web/ui/Button.tsx';
import { toast } from '#web/ui/toast/toast-store.ts';

/** What the dump tickets make of the price, with the arithmetic. A person decides whether it is the price. */
export function PriceProposal({ read }: { read: Read }) {
  const mayWrite = useMayWrite();
  const booking = read.value;
  const { data, isPlaceholderData, error } = useQuery(dumpFeesQuery(read));
  const proposal = data && !error ? proposedPrice(booking.depositAmount, data) : null;
  const change = useSetFinalPrice(booking.id);
  const careful = useCareful<{ finalPrice: number }, SavedPrice>(read, change, {
    onSaved: ({ value }) => {
      const text = `Final price successfully updated.${endedLinkText(value.endedPayLink)}`;
      toast({ title: 'Final Price Updated', text, variant: 'plain' });
    },
    onFailed: (failure) => toastFailure('Failed to update final price.', failure),
  });
  const { save, overtaken, forget, isPending } = careful;
  if (!proposal) return null;
  const { depositAmount, feesAmount, total } = proposal;
  const isBusy = isPending || isPlaceholderData;
  return (
    <div className="text-sm">
      <h3 className="font-semibold">Price by the dump tickets</h3>
      <p className="mt-1 tabular-nums">
        Deposit {formatUsd(depositAmount)} + dump fees {formatUsd(feesAmount)} ={' '}
        <strong>{formatUsd(total)}</strong>
      </p>
      {total === booking.finalPrice && <p className="mt-1 text-ink-soft">This is the final price.</p>}
      {total > MAX_AMOUNT && (
        <p className="mt-1 text-ink-soft">This is more than a final price can be: {formatUsd(MAX_AMOUNT)}.</p>
      )}
      {mayWrite && total !== booking.finalPrice && total <= MAX_AMOUNT && (
        <Button
          variant="secondary"
          className="mt-3 w-full"
          aria-disabled={isBusy}
          onClick={() => !isBusy && void save({ finalPrice: total })}
        >
          {isPending ? 'Updating...' : 'Use as final price'}
        </Button>
      )}
      <Overtaken
        read={read}
        careful={careful}
        yours={{ field: 'finalPrice', value: formatUsd(overtaken?.wanted.finalPrice ?? 0) }}
        onTakeTheirs={forget}
      />
    </div>
  );
}
