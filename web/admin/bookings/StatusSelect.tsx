import { BOOKING_STATUS_LABELS, BOOKING_STATUSES, type BookingStatus } from '#domain/bookings.ts';
import { Drawing } from '#web/ui/Icon.tsx';
import { bookingLook } from '#web/ui/StatusBadge.tsx';

type Props = {
  /** For those who listen: 'Status of booking #12'. */
  label: string;
  id?: string;
  status: BookingStatus;
  isPending: boolean;
  onPick: (status: BookingStatus) => void;
  className?: string;
};

/** Every status, and the sign of the one that is set. It keeps the focus while its choice is being saved. */
export function StatusSelect({ label, id, status, isPending, onPick, className = '' }: Props) {
  const { box, sign } = bookingLook(status);
  return (
    <span className={`relative inline-flex ${className}`}>
      <Drawing
        d={sign}
        className={`pointer-events-none absolute left-2.5 my-auto h-full w-4 ${signOf(box)}`}
      />
      <select
        id={id}
        name="status"
        aria-label={label}
        aria-busy={isPending}
        value={status}
        onChange={({ target }) => {
          const picked = BOOKING_STATUSES.find((each) => each === target.value);
          if (picked && !isPending) onPick(picked);
        }}
        className={`min-h-9 w-full rounded-md border py-1 pr-1 pl-8 font-semibold text-sm transition-opacity max-md:min-h-11 pointer-coarse:min-h-11 ${box} ${isPending ? 'opacity-60' : ''}`}
      >
        {BOOKING_STATUSES.map((each) => (
          <option key={each} value={each} className="bg-surface text-ink">
            {BOOKING_STATUS_LABELS[each]}
          </option>
        ))}
      </select>
    </span>
  );
}

/** The sign is drawn in the colour of the words. */
const signOf = (box: string) => box.split(' ').find((name) => /^text-/.test(name)) ?? '';
