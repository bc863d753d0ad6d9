import { BOOKING_STATUS_LABELS } from '#domain/bookings.ts';
import type { Read } from '#web/api/bookings.ts';
import { Overtaken } from './Overtaken.tsx';
import { StatusMenu } from './StatusMenu.tsx';
import { useStatusChange } from './use-status-change.ts';

type Props = { read: Read; onCancel: () => void };

/** Sets the status. A conflict keeps the picked status until it is decided; 'Cancelled' asks first. */
export function StatusAction({ read, onCancel }: Props) {
  const { careful, status, save } = useStatusChange(read);
  return (
    <div>
      <p aria-hidden="true" className="mb-1 font-semibold text-sm">
        Status
      </p>
      <StatusMenu
        bookingId={read.value.id}
        status={status}
        isConfirmationSent={read.value.confirmedEmailAt !== null}
        isPending={careful.isPending}
        onPick={(picked) => (picked.status === 'cancelled' ? onCancel() : void save(picked))}
        className="w-full"
      />
      <Overtaken
        read={read}
        careful={careful}
        yours={{ field: 'status', value: BOOKING_STATUS_LABELS[status] }}
        onTakeTheirs={careful.forget}
      />
    </div>
  );
}
