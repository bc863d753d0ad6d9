import { dueAgainText } from '#domain/money/balance.ts';
import type { CalendarWarning } from '#domain/rental/calendar-warnings.ts';
import { ConfirmDialog } from '#web/kit/ui/dialog/ConfirmDialog.tsx';
import { Notice } from '#web/kit/ui/Notice.tsx';

type Props = {
  bookingId: number;
  warnings: readonly CalendarWarning[];
  /** The refunds that are due again, in cents. */
  dueAgain: number;
  /** Whether the new status reserves a dumpster. */
  reserves: boolean;
  override: () => void;
  discard: () => void;
};

/** Asks before a booking is reopened: names its refunds, and the calendar rules that it breaks. */
export function ReopenDialog({ bookingId, warnings, dueAgain, reserves, override, discard }: Props) {
  const isWarned = warnings.length > 0;
  return (
    <ConfirmDialog
      title={isWarned ? `Reopen booking #${bookingId} anyway?` : `Reopen booking #${bookingId}?`}
      confirmText={isWarned ? 'Reopen anyway' : 'Reopen'}
      pendingText="Reopening..."
      isPending={false}
      error={null}
      onConfirm={override}
      onClose={discard}
    >
      <div className="space-y-3">
        {dueAgain > 0 && (
          <Notice variant="attention">
            <p className="font-semibold">{dueAgainText(dueAgain)}</p>
            <p className="mt-1">The customer owes it from the moment the booking is reopened.</p>
          </Notice>
        )}
        {isWarned && (
          <Notice variant="attention">
            <p className="font-semibold">The booking breaks rules of the calendar:</p>
            <ul className="mt-1 list-disc pl-5">
              {warnings.map(({ text }) => (
                <li key={text}>{text}</li>
              ))}
            </ul>
          </Notice>
        )}
        {reserves && (
          <p>
            A unit is reserved if one is free on all days of the rental. Otherwise the booking is marked as
            having none.
          </p>
        )}
      </div>
    </ConfirmDialog>
  );
}
