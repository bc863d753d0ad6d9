import type { Dumpster } from '#contract/inventory.ts';
import { useDeleteDumpster } from '#web/api/inventory.ts';
import { MutationDialog, Named } from '#web/kit/form/dialog/MutationDialog.tsx';
import { AddDumpsterDialog } from './AddDumpsterDialog.tsx';
import type { UnitAction } from './columns.tsx';
import { EditDumpsterDialog } from './EditDumpsterDialog.tsx';
import { LocationDialog } from './LocationDialog.tsx';
import { MoveBookingsDialog } from './MoveBookingsDialog.tsx';
import { ScheduleDialog } from './ScheduleDialog.tsx';

type Props = {
  action: UnitAction;
  onClose: () => void;
  /** Shows where the coming bookings of a unit can go; null for roles that cannot move them. */
  onMove: ((unit: Dumpster) => void) | null;
  /** Opens the location of the unit; absent for roles that cannot correct it. */
  onLocation: ((unit: Dumpster) => void) | null;
};

/** The dialog of the chosen action. */
export function FleetDialog({ action, onClose, onMove, onLocation }: Props) {
  switch (action.kind) {
    case 'add':
      return <AddDumpsterDialog onClose={onClose} />;
    case 'schedule':
      return <ScheduleDialog unit={action.unit} onClose={onClose} onMove={onMove} onLocation={onLocation} />;
    case 'location':
      return <LocationDialog unit={action.unit} onClose={onClose} />;
    case 'edit':
      return <EditDumpsterDialog unit={action.unit} onClose={onClose} onMove={onMove} />;
    case 'move':
      return <MoveBookingsDialog unit={action.unit} onClose={onClose} />;
    case 'delete':
      return <DeleteDumpsterDialog unit={action.unit} onClose={onClose} />;
  }
}

function DeleteDumpsterDialog({ unit, onClose }: { unit: Dumpster; onClose: () => void }) {
  return (
    <MutationDialog
      title="Delete dumpster?"
      confirmText="Delete"
      pendingText="Deleting..."
      mutation={useDeleteDumpster()}
      target={unit.id}
      done={{ title: 'Dumpster Deleted', text: `${unit.dumpsterNumber} is gone.` }}
      failed="Failed to delete dumpster"
      onClose={onClose}
    >
      <p>
        <Named>{unit.dumpsterNumber}</Named>, {unit.dumpsterType}, leaves the inventory, and its number is
        free again. This cannot be undone.
      </p>
    </MutationDialog>
  );
}
