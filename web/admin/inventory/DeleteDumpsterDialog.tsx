import type { Dumpster } from '#contract/inventory.ts';
import { useDeleteDumpster } from '#web/api/inventory.ts';
import { ActDialog, Named } from '#web/form/dialog/ActDialog.tsx';

export function DeleteDumpsterDialog({ unit, onClose }: { unit: Dumpster; onClose: () => void }) {
  return (
    <ActDialog
      title="Delete dumpster?"
      confirmText="Delete"
      pendingText="Deleting..."
      act={useDeleteDumpster()}
      target={unit.id}
      done={{ title: 'Dumpster Deleted', text: `${unit.dumpsterNumber} is gone.` }}
      failed="Failed to delete dumpster"
      onClose={onClose}
    >
      <p>
        <Named>{unit.dumpsterNumber}</Named>, {unit.dumpsterType}, leaves the inventory, and its number is
        free again. This cannot be undone.
      </p>
    </ActDialog>
  );
}
