import { useState } from 'react';
import type { Booking } from '#contract/staff-bookings.ts';
import { BOOKING_STATUS_LABELS, BOOKING_STATUSES, type BookingStatus } from '#domain/rental/bookings.ts';
import type { StatusInput } from '#web/api/bookings.ts';
import { Drawing, Icon } from '#web/kit/ui/Icon.tsx';
import { MenuButton } from '#web/kit/ui/MenuButton.tsx';
import { bookingStatusStyle } from '#web/kit/ui/StatusBadge.tsx';

/** Whether the customer is e-mailed if the booking is confirmed: once, and again after a cancellation. */
export function isConfirmationEmailed({ status, email, confirmedEmailAt }: Booking): boolean {
  return email !== null && (confirmedEmailAt === null || status === 'cancelled');
}

type Props = {
  bookingId: number;
  status: BookingStatus;
  /** isConfirmationEmailed. */
  canEmail: boolean;
  isPending: boolean;
  /** Called when another status was picked. */
  onPick: (picked: StatusInput) => void;
  className?: string;
};

/**
 * The status of a booking, as a menu of all statuses. Saves nothing before one is picked. The button lies over the
 * words instead of around them: its name is 'Status', and the words are its description.
 */
export function StatusMenu(props: Props) {
  const { bookingId, status, canEmail, isPending, onPick, className = '' } = props;
  const { box, sign } = bookingStatusStyle(status);
  const valueId = `${statusMenuId(bookingId)}-value`;
  const [isEmailed, setEmailed] = useState(true);
  const pick = (picked: BookingStatus) => {
    if (picked === status || isPending) return;
    onPick({ status: picked, ...(picked === 'confirmed' && !isEmailed && { notifyCustomer: false }) });
    setEmailed(true);
  };
  const statuses = BOOKING_STATUSES.map((each) => ({
    label: BOOKING_STATUS_LABELS[each],
    sign: <Drawing d={bookingStatusStyle(each).sign} className="size-4" />,
    isChecked: each === status,
    onPick: () => pick(each),
  }));
  const setting = {
    label: 'E-mail the customer if confirmed',
    isSetting: true,
    sign: <Drawing d={isEmailed ? TICKED_BOX : BOX} className="size-4" />,
    isChecked: isEmailed,
    onPick: () => setEmailed(!isEmailed),
  };
  return (
    <span
      aria-busy={isPending}
      className={`relative inline-flex min-h-9 items-center gap-1.5 rounded-md border py-1 pr-1 pl-2 whitespace-nowrap font-semibold text-sm transition-opacity max-md:min-h-11 pointer-coarse:min-h-11 rows:@max-[45rem]/list:gap-1 rows:@max-[45rem]/list:pl-2 rows:@max-[45rem]/list:text-xs ${box} ${isPending ? 'opacity-60' : ''} ${className}`}
    >
      <Drawing d={sign} className="size-4 rows:@max-[66rem]/list:hidden" />
      <span id={valueId}>
        {BOOKING_STATUS_LABELS[status]}
        <span className="sr-only">, booking #{bookingId}</span>
      </span>
      <Icon name="right" className="ml-auto size-3.5 rotate-90" />
      <MenuButton
        id={statusMenuId(bookingId)}
        label="Status"
        describedBy={valueId}
        items={status === 'confirmed' || !canEmail ? statuses : [...statuses, setting]}
        className="absolute -inset-px rounded-md"
      />
    </span>
  );
}

const BOX = 'M4 4h16v16H4z';
const TICKED_BOX = `${BOX}m4 8.5 3 3 5-6`;

const statusMenuId = (bookingId: number) => `booking-status-${bookingId}`;
