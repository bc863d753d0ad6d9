import {
  type FinalPriceInput,
  type SavedPrice,
  useSetFinalPrice,
  type VersionedBooking,
} from '#web/api/bookings.ts';
import { toastFailure } from '#web/kit/form/failure.ts';
import { toast } from '#web/kit/ui/toast/toast-store.ts';
import { useBookingSave } from '#web/office/bookings/use-booking-save.ts';
import { endedLinkText } from '#web/office/bookings/words.ts';

/** Sets the final price under the version on the screen and reports the result. `title`: of the toast. */
export function usePriceSave(
  read: VersionedBooking,
  { title, onSaved, hasInput = false }: { title: string; onSaved?: () => void; hasInput?: boolean },
) {
  return useBookingSave<FinalPriceInput, SavedPrice>(read, useSetFinalPrice(read.value.id), {
    onSaved: ({ value }) => {
      onSaved?.();
      const text = `Final price successfully updated.${endedLinkText(value.endedPayLink)}`;
      toast({ title, text, variant: 'plain' });
    },
    versionOf: (saved) => saved,
    basisOf: hasInput ? ({ finalPrice }) => finalPrice : null,
    onFailed: (error) => toastFailure('Failed to update final price.', error),
  });
}
