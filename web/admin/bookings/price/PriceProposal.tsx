import { useQuery } from '@tanstack/react-query';
import { formatUsd, MAX_AMOUNT } from '#domain/money.ts';
import { BookingConflict } from '#web/admin/bookings/BookingConflict.tsx';
import { useMayWrite } from '#web/admin/bookings/use-may.ts';
import type { VersionedBooking } from '#web/api/bookings.ts';
import { priceProposalQuery } from '#web/api/dump-fees.ts';
import { Button } from '#web/ui/Button.tsx';
import { usePriceSave } from './use-price-save.ts';

/** The final price that follows from the agreed price and the dump tickets, with the calculation. A user decides whether to accept it. */
export function PriceProposal({ read }: { read: VersionedBooking }) {
  const mayWrite = useMayWrite();
  const booking = read.value;
  const { data, isPlaceholderData, error } = useQuery(priceProposalQuery(read));
  const proposal = data && !error ? data.proposal : null;
  const saving = usePriceSave(read, { title: 'Final Price Updated' });
  const { save, conflict, discard, isPending } = saving;
  if (!proposal) return null;
  const { lines, total } = proposal;
  const isBusy = isPending || isPlaceholderData;
  return (
    <div className="text-sm">
      <h3 className="font-semibold">Price by the dump tickets</h3>
      <p className="mt-1 tabular-nums">
        {lines.map((line) => `${lineName(line, booking)} ${formatUsd(line.amount)}`).join(' + ')} ={' '}
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
      <BookingConflict
        read={read}
        saving={saving}
        input={{ field: 'finalPrice', text: formatUsd(conflict?.input.finalPrice ?? 0) }}
        onDiscard={discard}
      />
    </div>
  );
}

type Line = { type: string; label: string };

/** The rental line of a booking without a price is its deposit. */
function lineName({ type, label }: Line, { expectedTotal }: { expectedTotal: number | null }): string {
  if (type === 'fees') return 'dump fees';
  return type === 'rental' && expectedTotal === null ? 'Deposit' : label;
}
