import type { CalendarWarning } from '#domain/calendar-warnings.ts';
import { ConfirmDialog } from '#web/ui/dialog/ConfirmDialog.tsx';
import { Notice } from '#web/ui/Notice.tsx';

type Props = {
  bookingId: number;
  warnings: readonly CalendarWarning[];
  override: () => void;
  discard: () => void;
};

/** Asks before a booking is reopened on days that the calendar refuses to customers. */
export function ReopenDialog({ bookingId, warnings, override, discard }: Props) {
  return (
    <ConfirmDialog
      title={`Reopen booking #${bookingId} anyway?`}
      confirmText="Reopen anyway"
      pendingText="Reopening..."
      isPending={false}
      error={null}
      onConfirm={override}
      onClose={discard}
    >
      <Notice variant="attention">
        <p className="font-semibold">The booking breaks rules of the calendar:</p>
        <ul className="mt-1 list-disc pl-5">
          {warnings.map(({ text }) => (
            <li key={text}>{text}</li>
          ))}
        </ul>
      </Notice>
      <p className="mt-3">
        A dumpster is reserved if one is free on all days of the rental. Otherwise the booking is marked as
        having none.
      </p>
    </ConfirmDialog>
  );
}
