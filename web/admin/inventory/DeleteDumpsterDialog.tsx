import type { Dumpster } from '#contract/inventory.ts';
import { failureWords } from '#web/api/failure-words.ts';
import { useDeleteDumpster } from '#web/api/inventory.ts';
import { ConfirmDialog } from '#web/ui/ConfirmDialog.tsx';
import { toast } from '#web/ui/toast-store.ts';

const FAILED = 'Failed to delete dumpster';

export function DeleteDumpsterDialog({ unit, onClose }: { unit: Dumpster; onClose: () => void }) {
  const remove = useDeleteDumpster();
  const confirm = () =>
    remove.mutate(unit.id, {
      onSuccess: () => {
        toast({ title: 'Dumpster Deleted', text: `${unit.dumpsterNumber} is gone.`, look: 'plain' });
        onClose();
      },
      onError: (error) => toast({ title: 'Error', text: failureWords(error, FAILED), look: 'destructive' }),
    });
  return (
    <ConfirmDialog
      title="Delete dumpster?"
      confirmText="Delete"
      pendingText="Deleting..."
      isPending={remove.isPending}
      error={remove.error && failureWords(remove.error, FAILED)}
      onConfirm={confirm}
      onClose={onClose}
    >
      <p>
        <strong className="wrap-anywhere text-ink">
          <bdi>{unit.dumpsterNumber}</bdi>
        </strong>
        , {unit.dumpsterType}, leaves the inventory, and its number is free again. This cannot be undone.
      </p>
    </ConfirmDialog>
  );
}
