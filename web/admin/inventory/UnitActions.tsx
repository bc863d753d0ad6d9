import type { Dumpster } from '#contract/inventory.ts';
import { RowButton } from '#web/table/RowButton.tsx';

export type Act = { what: 'add' } | { what: 'schedule' | 'edit' | 'delete'; unit: Dumpster };

/** What the person may do, and how. */
export type Doing = {
  canWrite: boolean;
  act: (act: Act) => void;
  /** Puts a unit into service, or takes it out. */
  turn: (unit: Dumpster) => void;
  turningId: number | null;
};

type Props = { unit: Dumpster } & Doing;

export function UnitActions({ unit, canWrite, act, turn, turningId }: Props) {
  const of = (
    <>
      {' '}
      <span className="sr-only">{unit.dumpsterNumber}</span>
    </>
  );
  return (
    <div className="flex gap-2 cards:grid cards:grid-cols-2 rows:@max-[52rem]/list:grid rows:@max-[52rem]/list:w-max rows:@max-[52rem]/list:grid-cols-2">
      <RowButton onClick={() => act({ what: 'schedule', unit })}>View schedule{of}</RowButton>
      {canWrite && (
        <>
          <RowButton
            // Two words of one width, so that no button beside it moves.
            className="min-w-25"
            aria-disabled={turningId === unit.id}
            onClick={() => turn(unit)}
          >
            {unit.isAvailable ? 'Switch off' : 'Switch on'}
            {of}
          </RowButton>
          <RowButton onClick={() => act({ what: 'edit', unit })}>Edit{of}</RowButton>
          <RowButton onClick={() => act({ what: 'delete', unit })}>Delete{of}</RowButton>
        </>
      )}
    </div>
  );
}
