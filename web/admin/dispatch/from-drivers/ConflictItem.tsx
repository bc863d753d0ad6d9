import { useState } from 'react';
import { Link } from 'react-router';
import type { listDriverConflicts } from '#contract/driver-conflicts.ts';
import type { ReplyOf } from '#contract/endpoint.ts';
import { UNIT_CONFLICT_KINDS } from '#domain/dispatch/conflicts.ts';
import { useResolveConflict } from '#web/api/from-drivers.ts';
import { site } from '#web/config.ts';
import { MutationDialog } from '#web/form/dialog/MutationDialog.tsx';
import { bookingPath, PATHS } from '#web/paths.ts';
import { RowButton, rowButtonClass } from '#web/table/RowButton.tsx';
import { momentText } from '#web/ui/dates/moment.ts';

import { DryRunCard } from './DryRunCard.tsx';

type Conflict = ReplyOf<typeof listDriverConflicts>[number];
type Props = { conflict: Conflict; mayDecide: boolean; onOpen: (stopId: number) => void };

export function ConflictItem({ conflict, mayDecide, onOpen }: Props) {
  const { kind, label, message, driver, doneAt, stopId, bookingId, unit } = conflict;
  const [isResolving, setResolving] = useState(false);
  return (
    <>
      <div>
        <p className="font-semibold">{label}</p>
        <p className="wrap-anywhere max-w-prose">{message}</p>
        <p className="wrap-anywhere text-ink-soft">
          <bdi>{driver}</bdi>, <time dateTime={doneAt}>{momentText(doneAt, site.timeZone)}</time>
          {bookingId !== null && (
            <>
              ,{' '}
              <Link to={bookingPath(bookingId)} className="text-brand underline">
                Booking #{bookingId}
              </Link>
            </>
          )}
        </p>
        {kind === 'dry_run' && <DryRunCard {...{ stopId, bookingId }} mayCharge={mayDecide} />}
      </div>
      <div className="flex flex-wrap gap-2">
        <RowButton onClick={() => onOpen(stopId)}>Show record</RowButton>
        {unit !== null && (
          <Link
            to={`${PATHS.adminInventory}?${new URLSearchParams({ search: unit })}`}
            className={rowButtonClass()}
          >
            <span>
              Unit <bdi>{unit}</bdi> in Inventory
            </span>
          </Link>
        )}
        {mayDecide && <RowButton onClick={() => setResolving(true)}>Mark as resolved</RowButton>}
      </div>
      {isResolving && <ResolveDialog conflict={conflict} onClose={() => setResolving(false)} />}
    </>
  );
}

function ResolveDialog({ conflict, onClose }: { conflict: Conflict; onClose: () => void }) {
  const isOfUnit = UNIT_CONFLICT_KINDS.some((kind) => kind === conflict.kind);
  return (
    <MutationDialog
      title="Mark as resolved?"
      confirmText="Mark as resolved"
      pendingText="Saving..."
      mutation={useResolveConflict()}
      target={conflict.id}
      done={{ title: 'Resolved', text: 'It is off the list. The record stays.' }}
      failed="It could not be saved. Try again."
      onClose={onClose}
    >
      <p className="wrap-anywhere">{conflict.message}</p>
      <p className="mt-2">
        {isOfUnit
          ? 'First give the booking the unit that is really there, or correct the location of the unit in Inventory. If no unit is recorded at the customer, the unit of the booking is then on site. Until you settle it, no e-mail to the customer names the unit.'
          : 'First correct what is wrong. A ticket that you mark as resolved no longer adds a dump fee automatically.'}
      </p>
    </MutationDialog>
  );
}
