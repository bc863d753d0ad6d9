import { useQuery } from '@tanstack/react-query';
import type { NewPriceAddition } from '#contract/price-proposal.ts';
import { formatItemPrice } from '#domain/catalog/price-texts.ts';
import { DRY_RUN_ITEM } from '#domain/catalog/rate-card.ts';
import type { VersionedBooking } from '#web/api/bookings.ts';
import { priceProposalQuery, useAddPriceAddition } from '#web/api/price-proposal.ts';
import { toastFailure } from '#web/kit/form/failure.ts';
import { Button } from '#web/kit/ui/Button.tsx';
import { toast } from '#web/kit/ui/toast/toast-store.ts';
import { BookingConflict } from '#web/office/bookings/BookingConflict.tsx';
import { useBookingSave } from '#web/office/bookings/use-booking-save.ts';

/** Proposes the charge for a dry run, if the booking's rate card has one that is not in the price yet. */
export function DryRunOffer({ read }: { read: VersionedBooking }) {
  const { data, isPlaceholderData } = useQuery(priceProposalQuery(read));
  const item = data?.prices.items.find(({ id }) => id === DRY_RUN_ITEM);
  const saving = useBookingSave<NewPriceAddition>(read, useAddPriceAddition(read.value.id), {
    onSaved: () => {
      const text = 'The charge is in the proposed price. You can remove it there.';
      toast({ title: 'Added to the Price', text, variant: 'plain' });
    },
    onFailed: (error) => toastFailure('The charge could not be added.', error),
  });
  if (!data || !item) return null;
  if (data.proposal?.lines.some(({ type, label }) => type === 'item' && label === item.name)) {
    return <p className="mt-1">The proposed price includes: {item.name}.</p>;
  }
  const add = () => {
    if (saving.isPending || isPlaceholderData) return;
    void saving.save({ type: 'item', itemId: item.id, quantity: 1, unitAmount: null });
  };
  return (
    <>
      <Button variant="secondary" className="mt-3" aria-disabled={saving.isPending} onClick={add}>
        {saving.isPending ? 'Adding...' : `Add to the price: ${item.name}, ${formatItemPrice(item)}`}
      </Button>
      <BookingConflict read={read} saving={saving} input={null} onDiscard={saving.discard} />
    </>
  );
}
