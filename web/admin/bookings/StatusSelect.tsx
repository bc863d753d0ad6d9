import { useState } from 'react';
import { BOOKING_STATUS_LABELS, BOOKING_STATUSES, type BookingStatus } from '#domain/bookings.ts';
import { Drawing } from '#web/ui/Icon.tsx';
import { bookingLook } from '#web/ui/StatusBadge.tsx';

type Props = {
  /** For those who listen: 'Status of booking #12'. */
  label: string;
  id?: string;
  status: BookingStatus;
  isPending: boolean;
  /** Tells whether it was saved. */
  onPick: (status: BookingStatus) => Promise<boolean>;
  className?: string;
};

/** Every status, and the sign of the one that is set, where a list has room for it. It keeps the focus while its choice is being saved. */
export function StatusSelect({ label, id, status, isPending, onPick, className = '' }: Props) {
  const shown = useChoice(status);
  const { box, sign } = bookingLook(shown.value);
  return (
    <span className={`relative inline-flex ${className}`}>
      <Drawing
        d={sign}
        className={`pointer-events-none absolute left-2.5 my-auto h-full w-4 rows:@max-[45rem]/list:hidden ${signOf(box)}`}
      />
      <select
        id={id}
        name="status"
        aria-label={label}
        aria-busy={isPending}
        value={shown.value}
        onChange={({ target }) => {
          const picked = BOOKING_STATUSES.find((each) => each === target.value);
          if (!picked || isPending) return;
          shown.choose(picked);
          void onPick(picked).then((isSaved) => isSaved || shown.choose(null));
        }}
        className={`min-h-9 w-full rounded-md border py-1 pr-1 pl-8 rows:@max-[45rem]/list:pl-2 font-semibold text-sm transition-opacity max-md:min-h-11 pointer-coarse:min-h-11 ${box} ${isPending ? 'opacity-60' : ''}`}
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

/** A choice stands from the press on, until it is the status or could not be saved. */
function useChoice(status: BookingStatus) {
  const [chosen, setChosen] = useState<BookingStatus | null>(null);
  const [seen, setSeen] = useState(status);
  if (seen !== status) {
    setSeen(status);
    setChosen(null);
  }
  return { value: chosen ?? status, choose: setChosen };
}

/** The sign is drawn in the colour of the words. */
const signOf = (box: string) => box.split(' ').find((name) => /^text-/.test(name)) ?? '';
