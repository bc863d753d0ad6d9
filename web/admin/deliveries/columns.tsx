import type { Delivery } from '#contract/deliveries.ts';
import {
  DELIVERY_LABELS,
  DELIVERY_STATE_LABELS,
  type DeliveryState,
  isSecurity,
} from '#domain/deliveries.ts';
import { site } from '#web/config.ts';
import type { Column } from '#web/table/column.ts';
import { Badge } from '#web/ui/Badge.tsx';
import { momentText } from '#web/ui/dates/moment.ts';
import { About } from './About.tsx';
import { ReplayButton } from './ReplayButton.tsx';

const LOOKS: Readonly<Record<DeliveryState, 'attention' | 'good' | 'danger'>> = {
  waiting: 'attention',
  sent: 'good',
  dead: 'danger',
};

/** Whoever may not replay sees no column for it. */
export function deliveryColumns({ mayReplay }: { mayReplay: boolean }): Column<Delivery>[] {
  return mayReplay ? [...COLUMNS, ACTIONS] : COLUMNS;
}

const COLUMNS: Column<Delivery>[] = [
  {
    field: 'kind',
    header: 'What',
    card: 'title',
    className: 'rows:min-w-40 rows:@max-[45rem]/list:min-w-32',
    cell: ({ kind, state }) => (
      <span className="inline-flex flex-wrap items-center gap-x-2 gap-y-1 font-semibold">
        {DELIVERY_LABELS[kind]}
        {isSecurity(kind) && state === 'dead' && <Badge look="danger">Security</Badge>}
      </span>
    ),
  },
  {
    field: 'about',
    header: 'About',
    className: 'rows:min-w-28 rows:@max-[45rem]/list:min-w-20',
    cell: (delivery) => <About delivery={delivery} />,
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
      <Badge look={LOOKS[state]}>
        <span aria-hidden="true">{SIGNS[state]} </span>
        {DELIVERY_STATE_LABELS[state]}
      </Badge>
    ),
  },
  {
    field: 'attempts',
    header: 'Tries',
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

/** A sign of its own, so that nobody has to tell colours apart. */
const SIGNS: Readonly<Record<DeliveryState, string>> = { waiting: '○', sent: '●', dead: '✕' };

const ACTIONS: Column<Delivery> = {
  field: 'actions',
  header: 'Actions',
  card: 'actions',
  cell: (delivery) => <ReplayButton delivery={delivery} />,
};
