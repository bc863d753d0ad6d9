import { Link } from 'react-router';
import type { Notification } from '#contract/notifications.ts';
import {
  isSecurity,
  NOTIFICATION_LABELS,
  NOTIFICATION_STATE_LABELS,
  type NotificationState,
} from '#domain/shared/notifications.ts';
import { site } from '#web/config.ts';
import { momentText } from '#web/kit/dates/moment.ts';
import type { Column } from '#web/kit/table/column.ts';
import { Badge } from '#web/kit/ui/Badge.tsx';
import { bookingPath, PATHS } from '#web/paths.ts';
import { ReleaseButton } from './ReleaseButton.tsx';
import { ReplayButton } from './ReplayButton.tsx';

const VARIANTS: Readonly<Record<NotificationState, 'attention' | 'good' | 'danger'>> = {
  waiting: 'attention',
  held: 'attention',
  sent: 'good',
  undelivered: 'danger',
  dropped: 'attention',
  withheld: 'attention',
  dead: 'danger',
};

/** The actions column is left out for users who may not retry. */
export function notificationColumns({ mayReplay }: { mayReplay: boolean }): Column<Notification>[] {
  return mayReplay ? [...COLUMNS, ACTIONS] : COLUMNS;
}

const COLUMNS: Column<Notification>[] = [
  {
    field: 'kind',
    header: 'What',
    card: 'title',
    className: 'rows:min-w-40 rows:@max-[45rem]/list:min-w-32',
    cell: ({ kind, state }) => (
      <span className="inline-flex flex-wrap items-center gap-x-2 gap-y-1 font-semibold">
        {NOTIFICATION_LABELS[kind]}
        {isSecurity(kind) && state === 'dead' && <Badge variant="danger">Security</Badge>}
      </span>
    ),
  },
  {
    field: 'subject',
    header: 'About',
    className: 'rows:min-w-28 rows:@max-[45rem]/list:min-w-20',
    cell: (notification) => <Subject notification={notification} />,
  },
  {
    field: 'createdAt',
    header: 'Created',
    sortKey: 'createdAt',
    sortsFirst: 'desc',
    className: '@min-[58rem]/list:whitespace-nowrap tabular-nums',
    cell: ({ createdAt }) => <time dateTime={createdAt}>{momentText(createdAt, site.timeZone)}</time>,
  },
  {
    field: 'state',
    header: 'State',
    cell: ({ state }) => (
      <Badge variant={VARIANTS[state]}>
        <span aria-hidden="true">{SIGNS[state]} </span>
        {NOTIFICATION_STATE_LABELS[state]}
      </Badge>
    ),
  },
  {
    field: 'attempts',
    header: 'Attempts',
    align: 'end',
    cell: ({ attempts }) =>
      attempts ?? (
        <>
          <span aria-hidden="true">–</span>
          <span className="sr-only">Not known</span>
        </>
      ),
  },
  {
    field: 'error',
    header: 'Last error',
    className: 'rows:min-w-40 rows:@max-[45rem]/list:min-w-32',
    cell: ({ error }) =>
      error === null ? (
        <span className="text-ink-soft">None</span>
      ) : (
        <span className="wrap-anywhere text-xs cards:text-sm">{error}</span>
      ),
  },
];

/** Each state has its own icon, so that color is not the only difference. */
const SIGNS: Readonly<Record<NotificationState, string>> = {
  waiting: '○',
  held: '‖',
  sent: '●',
  undelivered: '!',
  dropped: '–',
  withheld: '◌',
  dead: '✕',
};

const ACTIONS: Column<Notification> = {
  field: 'actions',
  header: 'Actions',
  card: 'actions',
  cell: (notification) =>
    notification.state === 'held' ? (
      <ReleaseButton notification={notification} />
    ) : (
      <ReplayButton notification={notification} />
    ),
};

const LINK =
  'inline-flex min-h-9 items-center font-semibold text-brand underline underline-offset-4 hover:text-brand-strong max-md:min-h-11 pointer-coarse:min-h-11';

/** A link to the booking or the account. */
function Subject({ notification: { bookingId, username } }: { notification: Notification }) {
  if (bookingId !== null) {
    return (
      <Link to={bookingPath(bookingId)} className={`${LINK} whitespace-nowrap tabular-nums`}>
        Booking #{bookingId}
      </Link>
    );
  }
  if (username === null) return <span className="whitespace-nowrap text-ink-soft">Not known</span>;
  return (
    <Link to={`${PATHS.adminUsers}?search=${encodeURIComponent(username)}`} className={LINK}>
      <span className="sr-only">Account</span> @<bdi className="wrap-anywhere">{username}</bdi>
    </Link>
  );
}
