import { useState } from 'react';
import { Link } from 'react-router';
import type { listDriverConflicts } from '#contract/driver-conflicts.ts';
import type { ReplyOf } from '#contract/endpoint.ts';
import { can } from '#domain/accounts/access.ts';
import { UNIT_CONFLICT_KINDS } from '#domain/dispatch/conflicts.ts';
import { useResolveConflict, useTakeOutOfService } from '#web/api/from-drivers.ts';
import { useTabSession } from '#web/api/session.ts';
import { site } from '#web/config.ts';
import { momentText } from '#web/kit/dates/moment.ts';
import { MutationDialog, Named } from '#web/kit/form/dialog/MutationDialog.tsx';
import { RowButton, rowButtonClass } from '#web/kit/table/RowButton.tsx';
import { bookingPath, PATHS } from '#web/paths.ts';
import { DryRunCard } from './DryRunCard.tsx';

type Conflict = ReplyOf<typeof listDriverConflicts>[number];
type Props = { conflict: Conflict; mayDecide: boolean; onOpen: (stopId: number) => void };

export function ConflictItem({ conflict, mayDecide, onOpen }: Props) {
  const { kind, label, message, driver, doneAt, stopId, bookingId, unit } = conflict;
  const [isResolving, setResolving] = useState(false);
  const [isTaking, setTaking] = useState(false);
  const { sessionState } = useTabSession();
  const mayChangeUnits =
    mayDecide && sessionState.status === 'signedIn' && can(sessionState.role, 'inventory:write');
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
        {kind === 'dry_run' && <DryRunCard stopId={stopId} bookingId={bookingId} mayCharge={mayDecide} />}
        {kind === 'unit_damaged' && <DryRunCard stopId={stopId} bookingId={bookingId} mayCharge={false} />}
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
        {conflict.damagedUnitId !== null && mayChangeUnits && (
          <RowButton onClick={() => setTaking(true)}>Take out of service</RowButton>
        )}
        {mayDecide && <RowButton onClick={() => setResolving(true)}>Mark as resolved</RowButton>}
      </div>
      {isTaking && conflict.damagedUnitId !== null && (
        <OutOfServiceDialog
          target={{ conflictId: conflict.id, unitId: conflict.damagedUnitId }}
          unit={unit ?? ''}
          onClose={() => setTaking(false)}
        />
      )}
      {isResolving && <ResolveDialog conflict={conflict} onClose={() => setResolving(false)} />}
    </>
  );
}

type OutOfServiceProps = {
  target: { conflictId: number; unitId: number };
  unit: string;
  onClose: () => void;
};

/** A unit out of service is not planned for new bookings, and the report is then resolved. */
function OutOfServiceDialog({ target, unit, onClose }: OutOfServiceProps) {
  return (
    <MutationDialog
      title="Take out of service?"
      confirmText="Take out of service"
      pendingText="Saving..."
      mutation={useTakeOutOfService()}
      target={target}
      done={{ title: 'Out of Service', text: `Unit ${unit} is not offered for new bookings.` }}
      failed="The unit could not be changed. Try again."
      onClose={onClose}
    >
      <p>
        Unit <Named>{unit}</Named> is not offered for new bookings until it is put back in service in
        Inventory. Bookings that have it keep it: give them another unit.
      </p>
    </MutationDialog>
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
