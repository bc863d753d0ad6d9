import type { Dumpster } from '#contract/inventory.ts';
import type { Column } from '#web/table/column.ts';
import { Badge } from '#web/ui/Badge.tsx';
import { type Doing, UnitActions } from './UnitActions.tsx';

export function fleetColumns(doing: Doing): Column<Dumpster>[] {
  return [
    {
      field: 'dumpsterNumber',
      header: 'Number',
      sortKey: 'dumpsterNumber',
      card: 'title',
      className: 'rows:min-w-28 rows:max-w-52 rows:@max-[45rem]/list:min-w-22',
      cell: ({ dumpsterNumber }) => (
        <span className="font-semibold tabular-nums">
          <bdi>{dumpsterNumber}</bdi>
        </span>
      ),
    },
    {
      field: 'dumpsterType',
      header: 'Type',
      sortKey: 'dumpsterType',
      className: 'whitespace-nowrap',
      cell: ({ dumpsterType }) => dumpsterType,
    },
    {
      field: 'isAvailable',
      header: 'Status',
      sortKey: 'isAvailable',
      sortsFirst: 'desc',
      cell: ({ isAvailable }) => (
        <Badge look={isAvailable ? 'good' : 'quiet'}>
          <span aria-hidden="true">{isAvailable ? '● ' : '○ '}</span>
          {isAvailable ? 'In service' : 'Out of service'}
        </Badge>
      ),
    },
    {
      field: 'notes',
      header: 'Notes',
      className: 'rows:min-w-36 rows:max-w-72 rows:@max-[45rem]/list:min-w-28',
      cell: ({ notes }) =>
        notes ? (
          <p dir="auto" className="line-clamp-3 whitespace-pre-line">
            {notes}
          </p>
        ) : (
          <span className="text-ink-soft">None</span>
        ),
    },
    {
      field: 'actions',
      header: 'Actions',
      card: 'actions',
      cell: (unit) => <UnitActions unit={unit} {...doing} />,
    },
  ];
}
