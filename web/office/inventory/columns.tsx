import type { Dumpster } from '#contract/inventory.ts';
import type { Column } from '#web/kit/table/column.ts';
import { LINK_BUTTON_CLASS, RowButton } from '#web/kit/table/RowButton.tsx';
import { Badge } from '#web/kit/ui/Badge.tsx';
import { LocationText, sinceText } from './LocationText.tsx';

export function fleetColumns(doing: RowActions): Column<Dumpster>[] {
  return [
    {
      field: 'dumpsterNumber',
      header: 'Number',
      sortKey: 'dumpsterNumber',
      card: 'title',
      className: 'rows:min-w-28 rows:max-w-52 rows:@max-[45rem]/list:min-w-20',
      cell: ({ dumpsterNumber }) => (
        <span className="wrap-anywhere font-semibold tabular-nums">
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
        <Badge variant={isAvailable ? 'good' : 'quiet'}>
          <span aria-hidden="true">{isAvailable ? '● ' : '○ '}</span>
          {isAvailable ? 'In service' : 'Out of service'}
        </Badge>
      ),
    },
    {
      field: 'location',
      header: 'Location',
      className: 'rows:min-w-40 rows:max-w-64 rows:@max-[45rem]/list:min-w-28',
      cell: (unit) => <LocationCell unit={unit} {...doing} />,
    },
    {
      field: 'notes',
      header: 'Notes',
      className: 'rows:min-w-36 rows:max-w-72 rows:@max-[45rem]/list:min-w-22',
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

export type UnitAction =
  | { kind: 'add' }
  | { kind: 'schedule' | 'location' | 'edit' | 'delete' | 'move'; unit: Dumpster };

/** The actions that the user may take. */
type RowActions = {
  canWrite: boolean;
  /** Whether the user may correct where a unit is. */
  canMove: boolean;
  onAction: (action: UnitAction) => void;
  /** Puts a unit into service, or takes it out. */
  turn: (unit: Dumpster) => void;
  turningId: number | null;
};

type Props = { unit: Dumpster } & RowActions;

function LocationCell({ unit, canMove, onAction }: Props) {
  const { location } = unit;
  const { since } = location;
  return (
    <div className="text-sm">
      <LocationText location={location} />
      <div className="flex flex-wrap items-center gap-x-1 text-ink-soft">
        {since && (
          <p>
            since <time dateTime={since}>{sinceText(since)}</time>
          </p>
        )}
        {canMove && (
          <button
            type="button"
            className={`${LINK_BUTTON_CLASS} ${since ? '' : 'rows:-ml-1.5'}`}
            onClick={() => onAction({ kind: 'location', unit })}
          >
            Correct <span className="sr-only">location of {unit.dumpsterNumber}</span>
          </button>
        )}
      </div>
    </div>
  );
}

function UnitActions({ unit, canWrite, onAction, turn, turningId }: Props) {
  const of = (
    <>
      {' '}
      <span className="sr-only">{unit.dumpsterNumber}</span>
    </>
  );
  return (
    <div className="flex gap-2 cards:grid cards:grid-cols-2 rows:@max-[52rem]/list:grid rows:@max-[52rem]/list:w-max rows:@max-[52rem]/list:grid-cols-2">
      <RowButton onClick={() => onAction({ kind: 'schedule', unit })}>View schedule{of}</RowButton>
      {canWrite && (
        <>
          <RowButton
            // Both labels have the same width, so that the buttons beside them do not move.
            className="min-w-25"
            aria-disabled={turningId === unit.id}
            onClick={() => turn(unit)}
          >
            {unit.isAvailable ? 'Switch off' : 'Switch on'}
            {of}
          </RowButton>
          <RowButton onClick={() => onAction({ kind: 'edit', unit })}>Edit{of}</RowButton>
          <RowButton onClick={() => onAction({ kind: 'delete', unit })}>Delete{of}</RowButton>
        </>
      )}
    </div>
  );
}
