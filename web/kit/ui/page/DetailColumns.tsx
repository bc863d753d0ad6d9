import type { ReactNode } from 'react';

type Props = {
  details: ReactNode;
  aside: ReactNode;
  more: ReactNode;
  /** The aside comes before the details on narrow screens and for the keyboard. */
  isAsideFirst?: boolean;
};

/** The cards of one record. `aside` is beside the details; on narrow screens it is before them, or between them and the rest. */
export function DetailColumns({ details, aside, more, isAsideFirst = false }: Props) {
  const beside = <div className="min-w-0 space-y-5 lg:col-start-2 lg:row-span-2 lg:row-start-1">{aside}</div>;
  return (
    <div className="grid items-start gap-5 lg:grid-cols-[minmax(0,1fr)_20rem] lg:grid-rows-[auto_1fr]">
      {isAsideFirst && beside}
      <div className="min-w-0 space-y-5 lg:col-start-1">{details}</div>
      {!isAsideFirst && beside}
      <div className="min-w-0 space-y-5 lg:col-start-1">{more}</div>
    </div>
  );
}

/** Placeholders of cards that load. `heights`: a class for each. */
export function CardSkeletons({ heights }: { heights: readonly string[] }) {
  return heights.map((height) => (
    <div
      key={height}
      aria-hidden="true"
      className={`animate-pulse rounded-lg border border-line bg-surface p-5 ${height}`}
    >
      <div className="h-5 w-1/3 rounded-sm bg-sunk" />
      <div className="mt-5 h-4 w-3/4 rounded-sm bg-sunk" />
      <div className="mt-3 h-4 w-1/2 rounded-sm bg-sunk" />
    </div>
  ));
}
