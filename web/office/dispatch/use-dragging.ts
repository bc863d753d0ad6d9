import {
  type CollisionDetection,
  type DragEndEvent,
  type DragOverEvent,
  type DragStartEvent,
  MouseSensor,
  pointerWithin,
  TouchSensor,
  useSensor,
  useSensors,
} from '@dnd-kit/core';
import { useState } from 'react';
import type { Board } from '#contract/dispatch.ts';
import type { Placed } from './board-changes.ts';
import type { Dragged } from './CardParts.tsx';
import type { DropTarget } from './RouteColumn.tsx';
import type { BoardActions } from './use-board.ts';

type DragOptions = {
  board: Board;
  changes: BoardActions;
  selected: ReadonlySet<number>;
  onDropped: () => void;
};

/** Dragging with a mouse, or on a touch screen after a moment. A selected job takes the other selected ones along. */
export function useDragging({ board, changes, selected, onDropped }: DragOptions) {
  const [dragged, setDragged] = useState<Dragged | null>(null);
  const [target, setTarget] = useState<DropTarget | null>(null);
  const sensors = useSensors(
    useSensor(MouseSensor, { activationConstraint: { distance: 5 } }),
    useSensor(TouchSensor, { activationConstraint: { delay: 250, tolerance: 8 } }),
  );
  const jobIds = jobIdsOf(dragged, { board, selected });
  const cancel = () => {
    setDragged(null);
    setTarget(null);
  };
  return {
    sensors,
    dragged,
    count: jobIds.length,
    target,
    cancel,
    start: ({ active }: DragStartEvent) => setDragged(active.data.current as Dragged),
    over: ({ over, collisions }: DragOverEvent) => setTarget(targetOf(over && collisions)),
    end: ({ over, collisions }: DragEndEvent) => {
      const to = targetOf(over && collisions);
      cancel();
      if (!to || !dragged) return;
      const placed: Placed =
        dragged.kind === 'job' ? { kind: 'jobs', jobIds } : { kind: 'stop', stopId: dragged.stop.id };
      changes.place({ ...to, placed });
      onDropped();
    },
  };
}

/** The jobs of a drag in the order of the list. */
function jobIdsOf(
  dragged: Dragged | null,
  { board, selected }: Pick<DragOptions, 'board' | 'selected'>,
): number[] {
  if (dragged?.kind !== 'job') return [];
  if (!selected.has(dragged.job.id)) return [dragged.job.id];
  return board.jobs.flatMap(({ id }) => (selected.has(id) ? [id] : []));
}

/**
 * What a drop at the pointer is for: the stop and the route under it, or the route whose column ends above it. Columns
 * that are scrolled out of view do not count.
 */
export const columnAtPointer: CollisionDetection = (args) => {
  const at = args.pointerCoordinates;
  if (!at) return [];
  const spans = ({ left, right }: Pick<DOMRect, 'left' | 'right'>) => at.x >= left && at.x <= right;
  const droppableContainers = args.droppableContainers.filter(({ node }) => {
    const frame = node.current?.closest('[data-columns]');
    return !frame || spans(frame.getBoundingClientRect());
  });
  const under = pointerWithin({ ...args, droppableContainers });
  if (under.length > 0) return under;
  const above = droppableContainers.flatMap((container) => {
    const rect = args.droppableRects.get(container.id);
    const isColumn = (container.data.current as DropTarget | undefined)?.index === null;
    return isColumn && rect && spans(rect) && rect.bottom < at.y ? [{ container, bottom: rect.bottom }] : [];
  });
  // On phones the columns are below each other.
  const nearest = above.toSorted((a, b) => b.bottom - a.bottom)[0]?.container;
  return nearest ? [{ id: nearest.id, data: { droppableContainer: nearest, value: 0 } }] : [];
};

/** The stop under the pointer, or else the route. */
function targetOf(collisions: DragEndEvent['collisions']): DropTarget | null {
  const targets = (collisions ?? []).flatMap(({ data }) => {
    const found = data?.droppableContainer?.data.current as DropTarget | undefined;
    return found ? [found] : [];
  });
  return targets.find(({ index }) => index !== null) ?? targets[0] ?? null;
}
