import { useQuery } from '@tanstack/react-query';
import { fieldLabel, fieldText } from '#domain/rental/booking-fields.ts';
import { heldDumpsterQuery } from '#web/api/booking-units.ts';
import type { VersionedBooking } from '#web/api/bookings.ts';
import { ConflictNotice } from '#web/kit/form/versioned/ConflictNotice.tsx';
import { isUnread, type Stale } from '#web/kit/form/versioned/edit-machine.ts';
import { Dialog } from '#web/kit/ui/dialog/Dialog.tsx';
import type { useBookingSave } from './use-booking-save.ts';

type Props = {
  read: VersionedBooking;
  saving: Pick<ReturnType<typeof useBookingSave>, 'conflict' | 'isLoading' | 'overwrite' | 'reload'>;
  /** The field that the user changed, by its name in the history, and the input as text; null if it is no field. */
  input: { field: string; text: string } | null;
  onDiscard: () => void;
};

/** The conflict of a refused change: who changed the booking, and the choice to discard or to overwrite. */
export function BookingConflict({ read, saving, input, onDiscard }: Props) {
  const { conflict, isLoading, overwrite, reload } = saving;
  const booking = conflict?.newer?.value ?? read.value;
  const { dumpsterId } = booking;
  const held = useQuery({
    ...heldDumpsterQuery(dumpsterId ?? 0),
    enabled: conflict !== null && dumpsterId !== null,
  });
  if (!conflict) return null;
  const current: Record<string, unknown> = { ...booking, dumpsterId: held.data?.dumpsterNumber };
  const { stale } = conflict;
  return (
    <div className="mt-3">
      <ConflictNotice
        kind="booking"
        stale={{ ...stale, changed: [...new Set([...shownFields(stale), ...(input ? [input.field] : [])])] }}
        fieldText={(field) => ({
          label: fieldLabel(field),
          current: fieldText(field, current[field]),
          input: field === input?.field ? input.text : null,
        })}
        isLoading={isLoading}
        onReload={isUnread(conflict) && !isLoading ? reload : undefined}
        onDiscard={onDiscard}
        onOverwrite={overwrite}
      />
    </div>
  );
}

/** The conflict of a list row, as a dialog because the row has no room for it. Closing it keeps the newer values. */
export function BookingConflictDialog(props: Props) {
  return (
    <Dialog title={`Booking #${props.read.value.id} was changed`} layout="medium" onClose={props.onDiscard}>
      <BookingConflict {...props} />
    </Dialog>
  );
}

/** Not shown as fields: the history has payments and refunds, and a dump ticket or price addition is listed as an event. */
const HIDDEN_FIELDS = [
  'additionalPaymentDate',
  'refundDate',
  'dumpTicket',
  'priceAddition',
  'keptDays',
  'overriddenRules',
  'dueAgain',
];

function shownFields({ changed }: Stale): string[] {
  return changed.filter((field) => !HIDDEN_FIELDS.includes(field));
}
