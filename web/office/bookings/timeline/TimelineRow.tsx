import type { ReactNode } from 'react';
import type { Dumpster } from '#contract/inventory.ts';
import { Badge } from '#web/kit/ui/Badge.tsx';

type Props = {
  unit: Dumpster;
  /** Its place among all units. Most of them are not in the document. */
  position: { index: number; count: number; top: number; height: number };
  isTarget: boolean;
  /** Null while nothing is dragged. */
  onDragOver: (() => void) | null;
  onDrop: () => void;
  children: ReactNode;
};

/** A unit and its bars. */
export function TimelineRow({ unit, position, isTarget, onDragOver, onDrop, children }: Props) {
  const { dumpsterNumber, dumpsterType, isAvailable } = unit;
  return (
    <li
      data-unit={unit.id}
      aria-setsize={position.count}
      aria-posinset={position.index + 1}
      aria-label={unitName(unit)}
      onDragOver={(event) => {
        if (!onDragOver) return;
        event.preventDefault();
        onDragOver();
      }}
      onDrop={onDrop}
      style={{ top: position.top, height: position.height }}
      className={`absolute inset-x-0 flex border-line border-b ${isTarget ? 'bg-brand-soft' : ''}`}
    >
      <div
        className={`sticky left-0 z-10 flex w-36 shrink-0 items-center gap-2 border-line border-r px-3 text-sm max-md:w-24 max-md:px-2 ${isTarget ? 'bg-brand-soft' : 'bg-surface'}`}
      >
        <span className="truncate font-semibold">{dumpsterNumber}</span>
        {isAvailable ? (
          <span className="text-ink-soft text-xs max-md:hidden">{dumpsterType}</span>
        ) : (
          <Badge variant="quiet">Off</Badge>
        )}
      </div>
      <ul className="@container relative min-w-0 flex-1">{children}</ul>
    </li>
  );
}

/** 'Unit 10-3, 10-Yard'. */
export function unitName({ dumpsterNumber, dumpsterType, isAvailable }: Dumpster): string {
  return `Unit ${dumpsterNumber}, ${dumpsterType}${isAvailable ? '' : ', out of service'}`;
}
