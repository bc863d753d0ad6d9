import { Link } from 'react-router';
import type { Today, TodayCount } from '#contract/today.ts';
import {
  BOOKING_WORK_LABELS,
  type BookingWork,
  hasAmount,
  TRANSACTION_WORK_LABELS,
} from '#domain/rental/work-lists.ts';
import { formatUsd } from '#domain/shared/money.ts';
import {
  bookingWorkPath,
  DISPATCH_PATHS,
  FAILED_NOTIFICATIONS_PATH,
  transactionWorkPath,
} from '#web/paths.ts';

/** The numbers of bookings, payments and notifications that wait for staff. Each links to its list. */
export function WorkFigures({ today }: { today: Today }) {
  return (
    <ul
      aria-label="Waiting for staff"
      className="grid grid-cols-2 gap-2 sm:grid-cols-4 md:grid-cols-6 min-[86rem]:grid-cols-12"
    >
      {listWorkFigures(today).map(({ label, count, path, isUrgent, sum = null }) => (
        <li
          key={label}
          className={`relative flex flex-col rounded-lg border px-2.5 py-1.5 transition-colors ${styleOf(count, isUrgent)}`}
        >
          <span className="font-display font-semibold text-xl leading-tight tabular-nums">{count}</span>
          <Link
            to={path}
            className="order-last text-xs leading-tight after:absolute after:inset-0 after:rounded-lg focus-visible:outline-none focus-visible:after:outline-3 focus-visible:after:outline-brand focus-visible:after:outline-offset-2"
          >
            {label}
          </Link>
          {sum !== null && sum > 0 && (
            <span className="order-last text-xs leading-tight tabular-nums">{formatUsd(sum)}</span>
          )}
        </li>
      ))}
    </ul>
  );
}

type WorkFigure = {
  label: string;
  count: TodayCount;
  path: string;
  isUrgent: boolean;
  /** Of the amounts of its list, in cents. */
  sum?: number | null;
};

function listWorkFigures({
  bookings,
  sums,
  transactions,
  failedNotifications,
  fromDrivers,
}: Today): WorkFigure[] {
  const ofBookings = FIGURES.map(([work, isUrgent]) => ({
    label: SHORT_LABELS[work] ?? BOOKING_WORK_LABELS[work],
    count: bookings[work],
    path: bookingWorkPath(work),
    isUrgent,
    sum: hasAmount(work) ? sums[work] : null,
  }));
  const ofTransactions = (['disputes', 'failed_refunds'] as const).map((work) => ({
    label: TRANSACTION_WORK_LABELS[work],
    count: transactions[work],
    path: transactionWorkPath(work),
    isUrgent: true,
  }));
  const failed = {
    label: 'Failed notifications',
    count: failedNotifications,
    path: FAILED_NOTIFICATIONS_PATH,
    isUrgent: true,
  };
  const drivers = {
    label: 'From drivers',
    count: fromDrivers,
    path: DISPATCH_PATHS.fromDrivers,
    isUrgent: true,
  };
  return [...ofBookings, ...ofTransactions, failed, drivers];
}

const SHORT_LABELS: Partial<Record<BookingWork, string>> = {
  unconfirmed: 'Not confirmed',
  unpriced: 'No final price',
};

/** The work lists that TodayPanel shows: each as a section, or as a notice. */
type ShownBesideFigures = 'deliveries_today' | 'exchanges_today' | 'pickups_today' | 'bounced_emails';

/** In the order of the screen: 'urgent' ones are red while they are not 0. */
const BOOKING_FIGURES: Readonly<Record<Exclude<BookingWork, ShownBesideFigures>, 'urgent' | 'usual'>> = {
  attention: 'urgent',
  overdue: 'urgent',
  late_deliveries: 'urgent',
  unconfirmed: 'usual',
  waiting_for_customer: 'usual',
  balance_due: 'usual',
  unpriced: 'usual',
  on_site: 'usual',
};
const FIGURES = Object.entries(BOOKING_FIGURES).map(
  ([work, urgency]) => [work as keyof typeof BOOKING_FIGURES, urgency === 'urgent'] as const,
);

/** On narrow screens figures of 0 are left out. */
function styleOf(count: TodayCount, isUrgent: boolean): string {
  if (count === 0) return 'border-line bg-surface text-ink-soft hover:border-edge max-sm:hidden';
  return isUrgent
    ? 'border-danger-line bg-danger-soft text-danger hover:border-danger'
    : 'border-line bg-surface text-ink hover:border-edge';
}
