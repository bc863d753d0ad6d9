import { useEffect, useRef, useState } from 'react';
import { formatCount } from '#domain/shared/text.ts';
import { Button } from '#web/kit/ui/Button.tsx';
import { COLUMNS } from './cells.ts';
import type { Place } from './grid-keys.ts';
import type { PriceGridModel } from './grid-rows.ts';

/** A cell that cannot be saved as it is. */
export type CellProblem = Place & {
  material: string;
  /** '15-Yard, 7-Day, Price', after the name of its material if another one is shown. */
  cell: string;
  message: string;
};

type MaterialGrid = { id: string; name: string; grid: PriceGridModel };

/** All invalid cells: those of the shown grid first, then those of the other materials. */
export function listProblems(shown: MaterialGrid, grids: readonly MaterialGrid[]): CellProblem[] {
  const others = grids.filter(({ id }) => id !== shown.id);
  return [shown, ...others].flatMap(({ id, name, grid }) =>
    grid.errors.map(({ row, column, message }) => {
      const cell = `${grid.rows[row]?.title}, ${COLUMNS[column]?.label}`;
      return { material: id, row, column, message, cell: id === shown.id ? cell : `${name}: ${cell}` };
    }),
  );
}

/** For the status of the save bar: how many cells are invalid. Screen readers also get the first of them. */
export function ProblemSummary({ problems: [first, ...others] }: { problems: readonly CellProblem[] }) {
  if (!first) return null;
  return (
    <>
      {others.length === 0 ? '1 cell needs' : `${formatCount(others.length + 1)} cells need`} a correction.
      <span className="sr-only">
        {' '}
        First: {first.cell}: {first.message}
      </span>
    </>
  );
}

const FIRST_SHOWN = 3;
/** A pasted text can make thousands of cells invalid: the list grows by so many. */
const STEP = 50;

type Props = { problems: readonly CellProblem[]; onPick: (problem: CellProblem) => void };

/** The first invalid cells as buttons that lead to them, the others folded. */
export function CellProblems({ problems, onPick }: Props) {
  const [limit, setLimit] = useState(FIRST_SHOWN);
  const list = useRef<HTMLUListElement>(null);
  // The button that unfolds can be gone afterwards: the focus goes to the first cell that it has shown.
  useEffect(() => {
    if (limit > FIRST_SHOWN) list.current?.children[limit - STEP]?.querySelector('button')?.focus();
  }, [limit]);
  const hidden = problems.length - limit;
  return (
    <div data-save-problems className="mt-1 max-h-36 overflow-y-auto sm:max-h-[30vh]">
      <ul ref={list} aria-label="Cells to correct">
        {problems.slice(0, limit).map((problem) => (
          <li key={`${problem.material} ${problem.row} ${problem.column}`}>
            <button
              type="button"
              // An open editor is closed by the click: at the press, a corrected cell would move the list away.
              onMouseDown={(event) => event.preventDefault()}
              onClick={() => onPick(problem)}
              className="wrap-anywhere inline-flex py-1 text-left text-danger focus-visible:-outline-offset-3 pointer-coarse:min-h-11 pointer-coarse:items-center"
            >
              <span dir="auto">
                <span className="font-semibold underline underline-offset-4">{problem.cell}</span>:{' '}
                {problem.message}
              </span>
            </button>
          </li>
        ))}
      </ul>
      {hidden > 0 && (
        <Button variant="quiet" className="-ml-1" onClick={() => setLimit(limit + STEP)}>
          and {formatCount(hidden)} more
        </Button>
      )}
    </div>
  );
}
