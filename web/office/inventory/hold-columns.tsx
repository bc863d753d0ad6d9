import type { Hold } from '#contract/holds.ts';
import { daysBetween } from '#domain/shared/days.ts';
import type { Column } from '#web/kit/table/column.ts';
import { RowButton } from '#web/kit/table/RowButton.tsx';
import { daysWords } from './words.ts';

const MINUTE_MS = 60_000;

type Options = {
  /** The server's clock. */
  nowMs: number;
  /** Null for view-only users. */
  onRelease: ((hold: Hold) => void) | null;
};

export function holdColumns({ nowMs, onRelease }: Options): readonly Column<Hold>[] {
  const columns: Column<Hold>[] = [
    {
      field: 'customerName',
      header: 'Customer',
      card: 'title',
      className: 'rows:min-w-32 rows:max-w-56',
      cell: ({ customerName }) => (
        <bdi dir="auto" className="font-semibold">
          {customerName}
        </bdi>
      ),
    },
    {
      field: 'dumpsterType',
      header: 'Dumpster',
      cell: ({ dumpsterType, dumpsterNumber }) => (
        <>
          <span className="whitespace-nowrap">{dumpsterType}</span>{' '}
          <bdi className="text-ink-soft rows:block">{dumpsterNumber}</bdi>
        </>
      ),
    },
    { field: 'startDate', header: 'Days', className: 'tabular-nums', cell: (hold) => <Days hold={hold} /> },
    {
      field: 'expiresAt',
      header: 'Time left',
      className: 'whitespace-nowrap tabular-nums',
      cell: ({ expiresAt }) => timeLeftText(Date.parse(expiresAt) - nowMs),
    },
    {
      field: 'network',
      header: 'Network',
      className: 'rows:whitespace-nowrap tabular-nums',
      cell: ({ network }) => network ?? <span className="text-ink-soft">Unknown</span>,
    },
    {
      field: 'isDeviceKnown',
      header: 'Browser',
      className: 'whitespace-nowrap',
      cell: ({ isDeviceKnown }) => (isDeviceKnown ? 'Known' : <span className="text-ink-soft">Unknown</span>),
    },
  ];
  if (!onRelease) return columns;
  const release: Column<Hold> = {
    field: 'actions',
    header: 'Actions',
    card: 'actions',
    cell: (hold) => (
      <RowButton className="cards:w-full" onClick={() => onRelease(hold)}>
        Release <span className="sr-only">the hold of {hold.customerName}</span>
      </RowButton>
    ),
  };
  return [...columns, release];
}

function Days({ hold: { startDate, endDate } }: { hold: Hold }) {
  const count = daysBetween(startDate, endDate) + 1;
  return (
    <>
      {daysWords({ from: startDate, to: endDate })}{' '}
      <span className="whitespace-nowrap text-ink-soft">
        ({count} {count === 1 ? 'day' : 'days'})
      </span>
    </>
  );
}

/** An expired hold stays while a payment is in progress, or until the cron of the next minute. */
function timeLeftText(leftMs: number): string {
  if (leftMs <= 0) return 'Ending';
  return leftMs < MINUTE_MS ? 'Under 1 min' : `${Math.floor(leftMs / MINUTE_MS)} min`;
}
