import {
  BOOKING_STATUS_LABELS,
  type BookingStatus,
  PAYMENT_STATUS_LABELS,
  type PaymentStatus,
} from '#domain/rental/bookings.ts';
import { Drawing } from './Icon.tsx';

/** Style and icon of a status. Each status has its own icon, so that it does not depend on color. */
export type StatusStyle = { box: string; sign: string };

export const QUIET = 'border-line bg-sunk text-ink-soft';
export const OPEN = 'border-signal-line bg-signal-soft text-on-signal';
export const GOOD = 'border-brand bg-brand-soft text-brand-strong';
export const RING = 'M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18Z';

const BOOKING: Readonly<Record<BookingStatus, StatusStyle>> = {
  pending: { box: OPEN, sign: `${RING}m0 4.5V12l3.5 2` },
  confirmed: { box: GOOD, sign: 'M4.5 12.5 10 18 20 7' },
  in_transit: {
    box: 'border-steel bg-steel text-white',
    sign: 'M2 6h12v10H2zm12 4h4l4 3.5V16h-8zM6.5 16a2 2 0 1 0 0 4 2 2 0 0 0 0-4Zm11 0a2 2 0 1 0 0 4 2 2 0 0 0 0-4Z',
  },
  completed: { box: QUIET, sign: `${RING}m-4 9.5 3 3 5.5-6` },
  cancelled: { box: 'border-danger-line bg-surface text-danger', sign: 'M6 6l12 12M18 6 6 18' },
};

/** Money that went back to the customer. */
export const PAID_BACK: StatusStyle = {
  box: QUIET,
  sign: 'M9 5 4 10l5 5m-5-5h9a6 6 0 0 1 0 12h-2',
};

const PAYMENT: Readonly<Record<PaymentStatus, StatusStyle>> = {
  unpaid: { box: 'border-danger-line bg-surface text-danger', sign: `${RING}M12 7.5v5.5M12 16v.5` },
  deposit_paid: { box: OPEN, sign: `${RING}v18M8 5v14M5 7.5v9` },
  fully_paid: { box: GOOD, sign: 'M2.5 6h19v12h-19zM12 9a3 3 0 1 0 0 6 3 3 0 0 0 0-6Z' },
  refunded: PAID_BACK,
};

export function bookingStatusStyle(status: BookingStatus): StatusStyle {
  return BOOKING[status];
}

const CANCELLING: StatusStyle = { box: OPEN, sign: `${RING}m0 4.5V12l3.5 2` };

/** The badge of a booking's status. While a cancellation runs it says so: the status is still the old one. */
export function StatusBadge({ status, isCancelling }: { status: BookingStatus; isCancelling: boolean }) {
  if (isCancelling) return <Sign style={CANCELLING} words="Cancelling" />;
  return <Sign style={BOOKING[status]} words={BOOKING_STATUS_LABELS[status]} />;
}

/** The badge of a booking's payment status. */
export function PaymentBadge({ status }: { status: PaymentStatus }) {
  return <Sign style={PAYMENT[status]} words={PAYMENT_STATUS_LABELS[status]} />;
}

const ON_SITE: StatusStyle = { box: GOOD, sign: 'M3 9h18l-2.5 10h-13zM8 9l.7 10M12 9v10m4-10-.7 10M3 6h18' };
const OVERDUE: StatusStyle = {
  box: 'border-danger-line bg-danger-soft text-danger',
  sign: `${RING}m0 4.5V12l3.5 2`,
};

type SiteProps = { isOnSite: boolean; isOverdue: boolean; isShort?: boolean };

/** Says that the unit of a booking is at the customer, or still there after the day of its pickup; else nothing. */
export function SiteBadge({ isOnSite, isOverdue, isShort = false }: SiteProps) {
  if (isOverdue) return <Sign style={OVERDUE} words="Overdue" isShort={isShort} />;
  return isOnSite && <Sign style={ON_SITE} words="On site" isShort={isShort} />;
}

type SignProps = { style: StatusStyle; words: string; isShort?: boolean };

/** A status as an icon and words. `isShort`: in a row of a table, the words are a tooltip. */
export function Sign({ style, words, isShort = false }: SignProps) {
  return (
    <span
      title={isShort ? words : undefined}
      className={`inline-flex items-center gap-1.5 whitespace-nowrap rounded-sm border px-2 py-0.5 font-semibold text-xs ${isShort ? 'rows:px-1 rows:py-1' : ''} ${style.box}`}
    >
      <Drawing d={style.sign} className="size-3.5" />
      {isShort ? <span className="rows:sr-only">{words}</span> : words}
    </span>
  );
}
