import type { Dumpster } from '#contract/inventory.ts';
import { dumpsterQuery } from '#web/api/inventory.ts';
import { OpeningDialog } from '#web/form/dialog/OpeningDialog.tsx';
import { EditDumpsterForm } from './EditDumpsterForm.tsx';

type Props = { unit: Dumpster; onClose: () => void };

export function EditDumpsterDialog({ unit, onClose }: Props) {
  return (
    <OpeningDialog
      query={dumpsterQuery(unit.id)}
      kind="dumpster"
      name={unit.dumpsterNumber}
      onClose={onClose}
    >
      {(opened) => <EditDumpsterForm opened={opened} onClose={onClose} />}
    </OpeningDialog>
  );
}
