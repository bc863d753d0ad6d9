import type { CollisionDetection, DroppableContainer } from '@dnd-kit/core';
import { afterEach, expect, test } from 'vitest';
import { columnAtPointer } from './use-dragging.ts';

afterEach(() => document.body.replaceChildren());

type Box = { left: number; right: number; top: number; bottom: number };
const rectOf = (box: Box) =>
  ({ ...box, width: box.right - box.left, height: box.bottom - box.top, x: box.left, y: box.top }) as DOMRect;

/** Columns in a frame from 300 to 900. The first one is scrolled to the left. */
const FRAME = rectOf({ left: 300, right: 900, top: 100, bottom: 700 });
const BOXES: Record<string, Box> = {
  first: { left: 100, right: 400, top: 100, bottom: 500 },
  second: { left: 410, right: 640, top: 100, bottom: 300 },
  third: { left: 650, right: 900, top: 100, bottom: 200 },
};

/** The ids of what a drop at a point is for. */
function idsAt(point: { x: number; y: number }): unknown[] {
  const frame = document.body.appendChild(document.createElement('div'));
  frame.dataset.columns = '';
  frame.getBoundingClientRect = () => FRAME;
  const containers = Object.keys(BOXES).map((id) => ({
    id,
    data: { current: { routeId: 1, index: null } },
    node: { current: frame.appendChild(document.createElement('section')) },
  })) as unknown as DroppableContainer[];
  const found = columnAtPointer({
    pointerCoordinates: point,
    droppableContainers: containers,
    droppableRects: new Map(Object.entries(BOXES).map(([id, box]) => [id, rectOf(box)])),
  } as unknown as Parameters<CollisionDetection>[0]);
  return found.map(({ id }) => id);
}

test.each([
  ['on a column', { x: 500, y: 250 }, ['second']],
  ['below the end of a short column', { x: 700, y: 600 }, ['third']],
  ['between columns', { x: 645, y: 150 }, []],
  ['above a column', { x: 700, y: 50 }, []],
  ['on the visible part of a scrolled column', { x: 350, y: 400 }, ['first']],
  ['on the open jobs, beneath which a column is scrolled', { x: 200, y: 400 }, []],
  ['below that column', { x: 200, y: 600 }, []],
])('a drop %s', (_, point, ids) => {
  expect(idsAt(point)).toEqual(ids);
});
