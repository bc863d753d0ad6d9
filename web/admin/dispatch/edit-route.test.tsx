import { fireEvent, screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import type { Board } from '#contract/dispatch.ts';
import { field, submit } from '#web/test/actions.ts';
import { sampleBoard, sampleRoute } from '#web/test/dispatch.ts';
import { showBoard } from './show-board.tsx';

const PATCH = 'PATCH /api/dispatch/routes/7';
const yard = (id: number, name: string) => ({ id, kind: 'yard' as const, name, lat: null, lng: null });

async function editRoute(board: Board, replies: Parameters<typeof showBoard>[1] = {}) {
  const shown = await showBoard(board, replies);
  fireEvent.click(screen.getByRole('button', { name: 'Actions for the route of Kim Lee' }));
  fireEvent.click(screen.getByRole('menuitem', { name: 'Edit route' }));
  await screen.findByRole('dialog', { name: 'Edit route' });
  return shown;
}
const choose = (name: string, value: string) => fireEvent.change(field(name), { target: { value } });

const crew = {
  drivers: [{ id: 4, name: 'Kim Lee' }],
  trucks: [{ id: 2, name: 'Truck 2', plate: '', capacity: 2 }],
};
const yards = [yard(1, 'Main yard'), yard(3, 'North yard')];
const route = sampleRoute([], { start: { id: 1, name: 'Main yard' }, end: { id: 1, name: 'Main yard' } });

test('the yards of a route and its notes are chosen; only what changed is sent', async () => {
  const landfill = { ...yard(9, 'Landfill'), kind: 'disposal' as const };
  const board = { ...sampleBoard([], [route]), ...crew, sites: [...yards, landfill] };
  const { asked } = await editRoute(board, { [PATCH]: { body: { ...route, version: 6 } } });
  const names = [...field('startSiteId').querySelectorAll('option')].map(({ textContent }) => textContent);
  expect(names).toEqual(['Main yard', 'North yard']);
  choose('endSiteId', '3');
  choose('notes', 'Fuel first');
  submit();
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(asked.filter(({ call }) => call === PATCH)).toMatchObject([
    { ifMatch: '"5"', body: { endSiteId: 3, notes: 'Fuel first' } },
  ]);
  expect(Object.keys(asked.find(({ call }) => call === PATCH)?.body as object)).toHaveLength(2);
});

test('a yard that was deleted stays chosen, and a route without changes is not sent', async () => {
  const old = sampleRoute([], { start: { id: 8, name: 'Old yard' }, end: { id: 1, name: 'Main yard' } });
  const { asked } = await editRoute({ ...sampleBoard([], [old]), ...crew, sites: yards });
  expect(field('startSiteId').value).toBe('8');
  submit();
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(asked.some(({ call }) => call === PATCH)).toBe(false);
});

test('a failure keeps what was entered', async () => {
  const board = { ...sampleBoard([], [route]), ...crew, sites: yards };
  await editRoute(board, {
    [PATCH]: { status: 500, body: { code: 'internal', message: 'x', requestId: 'r' } },
  });
  choose('notes', 'Gate code 4711');
  submit();
  await screen.findByText(/The route could not be saved/);
  expect(field('notes').value).toBe('Gate code 4711');
});

test('the notes of a route stand above its stops', async () => {
  await showBoard(sampleBoard([], [sampleRoute([], { notes: 'Fuel first' })]));
  screen.getByText('Fuel first');
});
