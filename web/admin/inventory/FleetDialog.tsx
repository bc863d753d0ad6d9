import { AddDumpsterDialog } from './AddDumpsterDialog.tsx';
import { DeleteDumpsterDialog } from './DeleteDumpsterDialog.tsx';
import { EditDumpsterDialog } from './EditDumpsterDialog.tsx';
import { ScheduleDialog } from './ScheduleDialog.tsx';
import type { Act } from './UnitActions.tsx';

type Props = { act: Act; onClose: () => void };

/** The dialog of what somebody is about to do. */
export function FleetDialog({ act, onClose }: Props) {
  switch (act.what) {
    case 'add':
      return <AddDumpsterDialog onClose={onClose} />;
    case 'schedule':
      return <ScheduleDialog unit={act.unit} onClose={onClose} />;
    case 'edit':
      return <EditDumpsterDialog unit={act.unit} onClose={onClose} />;
    case 'delete':
      return <DeleteDumpsterDialog unit={act.unit} onClose={onClose} />;
  }
}
