import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { NewPriceAddition, PriceProposal } from '#contract/price-proposal.ts';
import { formatWeight } from '#domain/catalog/dump-tickets.ts';
import { lineName } from '#domain/catalog/price-texts.ts';
import { formatUsd, MAX_AMOUNT } from '#domain/shared/money.ts';
import type { VersionedBooking } from '#web/api/bookings.ts';
import { priceProposalQuery, useVoidPriceAddition } from '#web/api/price-proposal.ts';
import { toastFailure } from '#web/kit/form/failure.ts';
import { LoadFailure } from '#web/kit/table/LoadFailure.tsx';
import { RowButton } from '#web/kit/table/RowButton.tsx';
import { announce } from '#web/kit/ui/Announcer.tsx';
import { Button } from '#web/kit/ui/Button.tsx';
import { Card } from '#web/kit/ui/Card.tsx';
import { lazyDialog } from '#web/kit/ui/dialog/lazy-dialog.tsx';
import { Notice } from '#web/kit/ui/Notice.tsx';
import { toast } from '#web/kit/ui/toast/toast-store.ts';
import { BookingConflict } from '#web/office/bookings/BookingConflict.tsx';
import { useBookingSave } from '#web/office/bookings/use-booking-save.ts';
import { useMay, useMayWrite } from '#web/office/bookings/use-may.ts';
import { LatePickupNotice } from './LatePickupNotice.tsx';
import { NotifyOfPrice } from './PriceField.tsx';
import { usePriceSave } from './use-price-save.ts';

const AddToPriceDialog = lazyDialog(async () => (await import('./AddToPriceDialog.tsx')).AddToPriceDialog);

type Price = NonNullable<PriceProposal['proposal']>;
type AdditionType = NewPriceAddition['type'];
type PriceLine = Price['lines'][number];

/**
 * The final price that follows from the agreed price, what staff add and the dump tickets. A user adds and removes lines
 * here, and decides when the sum becomes the final price.
 */
export function ProposedPriceCard({ read }: { read: VersionedBooking }) {
  const mayWrite = useMayWrite();
  const { data, error, isPlaceholderData, isFetching, refetch } = useQuery(priceProposalQuery(read));
  const [adding, setAdding] = useState<AdditionType | null>(null);
  if (!data && !error) return null;
  if (data && data.proposal === null && !mayWrite) return null;
  return (
    <Card
      title="Proposed Price"
      action={data && mayWrite && <RowButton onClick={() => setAdding('extra_days')}>Add to price</RowButton>}
    >
      {error ? (
        <LoadFailure
          failed="The proposed price could not be loaded."
          error={error}
          isFetching={isFetching}
          onRetry={() => void refetch()}
        />
      ) : (
        <Sum
          read={read}
          price={data.proposal}
          isLoading={isPlaceholderData}
          onAddWeight={() => setAdding('overage')}
        />
      )}
      {data?.keptDays && (
        <LatePickupNotice read={read} kept={data.keptDays} onAddDays={() => setAdding('extra_days')} />
      )}
      {adding && data && (
        <AddToPriceDialog
          read={read}
          prices={data.prices}
          firstChoice={adding}
          onClose={() => setAdding(null)}
        />
      )}
    </Card>
  );
}

type SumProps = {
  read: VersionedBooking;
  price: Price | null;
  isLoading: boolean;
  onAddWeight: () => void;
};

function Sum({ read, price, isLoading, onAddWeight }: SumProps) {
  const mayPrice = useMay('bookings:override-price');
  if (!price) {
    return (
      <p className="max-w-prose text-ink-soft text-sm">
        {read.value.zip === ''
          ? "No price is proposed: the customer's personal data is removed, and the tax follows from the ZIP code."
          : 'Only the deposit is agreed. Dump tickets and what you add to the price are summed up here.'}
      </p>
    );
  }
  return (
    <div className="max-w-xl text-sm tabular-nums">
      <Lines read={read} lines={price.lines} />
      <p
        id={TOTAL}
        tabIndex={-1}
        className="mt-2 flex justify-between gap-4 border-line border-t pt-3 font-semibold text-base"
      >
        <span>Proposed total</span> <span>{formatUsd(price.total)}</span>
      </p>
      <Remarks price={price} finalPrice={read.value.finalPrice} onAddWeight={onAddWeight} />
      {mayPrice && !price.isFinalPrice && price.total <= MAX_AMOUNT && (
        <UseAsFinalPrice read={read} total={price.total} isLoading={isLoading} />
      )}
    </div>
  );
}

const TOTAL = 'proposed-total';

function Lines({ read, lines }: { read: VersionedBooking; lines: readonly PriceLine[] }) {
  const mayWrite = useMayWrite();
  const saving = useBookingSave<{ additionId: number }>(read, useVoidPriceAddition(read.value.id), {
    onSaved: () => {
      announce('Removed from the proposed price.');
      // The button of the line is gone.
      document.getElementById(TOTAL)?.focus();
    },
    onFailed: (error) => toastFailure('Failed to remove the line.', error),
  });
  const remove = (additionId: number) => {
    if (!saving.isPending) void saving.save({ additionId });
  };
  return (
    <>
      <ul className="divide-y divide-line">
        {lines.map((line, index) => (
          <li
            // biome-ignore lint/suspicious/noArrayIndexKey: two tickets can have the same line
            key={`${index} ${line.label}`}
            className="flex min-h-11 items-center gap-x-4 gap-y-1 py-1.5"
          >
            <span className="wrap-anywhere min-w-0 grow">
              <bdi>{lineName(line)}</bdi>
            </span>
            {mayWrite && line.additionId !== null && (
              <RowButton
                aria-disabled={saving.isPending}
                onClick={() => line.additionId !== null && remove(line.additionId)}
              >
                Remove <span className="sr-only">{lineName(line)}</span>
              </RowButton>
            )}
            <span className="min-w-20 text-right">{formatUsd(line.amount)}</span>
          </li>
        ))}
      </ul>
      <BookingConflict read={read} saving={saving} input={null} onDiscard={saving.discard} />
    </>
  );
}

const WEIGHT_TEXTS: Readonly<Record<Price['weight'], string | null>> = {
  fees: null,
  extra: null,
  included: 'The weight of the dump tickets is included in the price.',
  missing: null,
};

type RemarksProps = { price: Price; finalPrice: number | null; onAddWeight: () => void };

/** What a user has to know before the sum becomes the final price. */
function Remarks({ price, finalPrice, onAddWeight }: RemarksProps) {
  const { total, weight, isFinalPrice } = price;
  const weightText = WEIGHT_TEXTS[weight];
  return (
    <div className="mt-2 space-y-2">
      {weightText && <p className="text-ink-soft">{weightText}</p>}
      {weight === 'missing' && (
        <Notice variant="quiet">
          No dump ticket is recorded yet. Weight above the included weight costs extra.
        </Notice>
      )}
      <UnpricedWeight price={price} onAddWeight={onAddWeight} />
      {price.hasMoreTicketsThanLoads && (
        <p className="text-ink-soft">
          Tickets are matched to loads in the order of their days. Further tickets count for the last load.
        </p>
      )}
      {isFinalPrice && <p className="text-ink-soft">This is the final price.</p>}
      {!isFinalPrice && finalPrice !== null && (
        <p className="text-ink-soft">
          The final price is {formatUsd(finalPrice)}. It stays until you set it again.
        </p>
      )}
      {total > MAX_AMOUNT && (
        <p className="text-ink-soft">This is more than a final price can be: {formatUsd(MAX_AMOUNT)}.</p>
      )}
    </div>
  );
}

/** The weight above the allowance, where the rate card has no price for it and staff enter an amount. */
function UnpricedWeight({ price, onAddWeight }: { price: Price; onAddWeight: () => void }) {
  const mayWrite = useMayWrite();
  const { unpricedWeight = 0, lines } = price;
  if (unpricedWeight === 0) return null;
  const weight = formatWeight(unpricedWeight);
  if (lines.some(({ type }) => type === 'overage'))
    return <p className="text-ink-soft">The dump tickets are {weight} over the allowance.</p>;
  return (
    <Notice variant="quiet">
      <p>{weight} over the allowance: enter an amount.</p>
      {mayWrite && <RowButton onClick={onAddWeight}>Enter an amount</RowButton>}
    </Notice>
  );
}

type UseProps = { read: VersionedBooking; total: number; isLoading: boolean };

/** While a newer sum loads, a click waits for it and saves only the sum that the user saw. */
function UseAsFinalPrice({ read, total, isLoading }: UseProps) {
  const saving = usePriceSave(read, { title: 'Final Price Updated' });
  const { save, conflict, discard, isPending } = saving;
  const client = useQueryClient();
  const [isWaiting, setWaiting] = useState(false);
  const [notifyCustomer, setNotify] = useState(true);
  const isBusy = isPending || isWaiting;
  const saveIfCurrent = async () => {
    setWaiting(true);
    try {
      const { proposal } = await client.ensureQueryData(priceProposalQuery(read));
      if (proposal?.total === total) await save({ finalPrice: total, notifyCustomer });
      else toast({ title: 'Proposed Price Changed', text: 'Check the new total first.', variant: 'plain' });
    } catch {
      // The card shows why the sum could not be loaded.
    } finally {
      setWaiting(false);
    }
  };
  const use = () => void (isLoading ? saveIfCurrent() : save({ finalPrice: total, notifyCustomer }));
  return (
    <>
      <NotifyOfPrice read={read} isChecked={notifyCustomer} onChange={setNotify} />
      <Button
        variant="secondary"
        className="mt-4 max-sm:w-full"
        aria-disabled={isBusy}
        onClick={() => !isBusy && use()}
      >
        {isBusy ? 'Updating...' : 'Use as final price'}
      </Button>
      <BookingConflict
        read={read}
        saving={saving}
        input={{ field: 'finalPrice', text: formatUsd(conflict?.input.finalPrice ?? 0) }}
        onDiscard={discard}
      />
    </>
  );
}
