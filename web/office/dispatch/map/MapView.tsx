import { useEffect, useRef, useState } from 'react';
import type { Point } from '#domain/dispatch/travel.ts';
import { RowButton } from '#web/kit/table/RowButton.tsx';
import { type BoardMap, makeBoardMap } from './board-map.ts';
import type { Mark, RouteLine } from './marks.ts';
import type { Orientation } from './orientation.ts';

type Props = {
  marks: readonly Mark[];
  lines: readonly RouteLine[];
  orientation: Orientation;
  selected: string | null;
  onSelect: (key: string) => void;
  /** Null if the user may not place pins. */
  onMoved: ((mark: Mark, point: Point) => void) | null;
};

/** The map itself: its script is loaded on demand. */
export function MapView({ marks, lines, orientation, selected, onSelect, onMoved }: Props) {
  const container = useRef<HTMLDivElement>(null);
  const map = useRef<BoardMap>(null);
  const [hasProblem, setProblem] = useState(false);
  const listeners = useRef({ onSelect, onMoved });
  useEffect(() => {
    listeners.current = { onSelect, onMoved };
  });
  useEffect(() => {
    if (!container.current) return;
    const made = makeBoardMap(container.current, {
      onSelect: (key) => listeners.current.onSelect(key),
      onMoved: (mark, point) => listeners.current.onMoved?.(mark, point),
      onProblem: setProblem,
    });
    map.current = made;
    return () => {
      map.current = null;
      made.remove();
    };
  }, []);
  useEffect(() => map.current?.show(marks, lines, orientation), [marks, lines, orientation]);
  useEffect(() => map.current?.select(selected), [selected]);
  return (
    <div className="relative h-full">
      <div ref={container} className="h-full w-full" />
      <RowButton className="absolute top-2.5 left-2.5" onClick={() => map.current?.showAll()}>
        Show all
      </RowButton>
      {hasProblem && (
        <p
          role="status"
          className="absolute inset-x-2.5 top-14 rounded-md border border-line bg-surface px-3 py-2 text-sm"
        >
          The background of the map could not be loaded. Marks, routes, towns and distances are shown
          correctly. Reload the page to try again.
        </p>
      )}
    </div>
  );
}
