import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import type { Inspection } from '#contract/inspections.ts';
import { BOARD_DAY, sampleBoard, sampleBoardStop, sampleRoute } from '#web/test/dispatch.ts';
import { refusal } from '#web/test/office.tsx';
import { showBoard } from '#web/test/office-board.tsx';

const LIST = `GET /api/dispatch/inspections?day=${BOARD_DAY}`;
const route = { ...sampleRoute([sampleBoardStop(1)]), publishedAt: '2026-11-23T10:00:00.000Z' };
const board = sampleBoard([], [route]);
const report: Inspection = {
  id: '7d1f3c52-7c1a-4d58-9a36-0d6a52f1c001',
  routeId: route.id,
  kind: 'before',
  driver: 'Kim Lee',
  doneAt: '2026-11-23T11:00:00.000Z',
  defects: [{ item: 'Service brakes', note: 'Soft', photoIds: ['p1'] }],
  isSafe: false,
  repair: null,
};
const SIGN = `POST /api/dispatch/inspections/${report.id}/repair`;
const listOf = (...inspections: Inspection[]) => ({ [LIST]: { body: { isOn: true, inspections } } });

test('a published route says that its truck is not inspected yet, or has no defect', async () => {
  await showBoard(board, listOf());
  await screen.findByText('Truck not inspected yet');
});

test('an inspection without a defect is one quiet line', async () => {
  await showBoard(board, listOf({ ...report, defects: [], isSafe: true }));
  await screen.findByText('Truck inspected, no defects');
});

test('a truck that is not safe to drive is opened from the route, and signed off by a mechanic', async () => {
  const repair = { result: 'repaired' as const, name: 'Mo Field', note: null, at: report.doneAt };
  let isSigned = false;
  const replies = [refusal(500, 'internal', 'Something went wrong.'), { body: { ...report, repair } }];
  const { asked } = await showBoard(board, {
    [LIST]: () => ({ body: { isOn: true, inspections: [isSigned ? { ...report, repair } : report] } }),
    [SIGN]: () => {
      const reply = replies.shift()!;
      isSigned = replies.length === 0;
      return reply;
    },
  });
  fireEvent.click(await screen.findByRole('button', { name: /^Truck is not safe to drive/ }));
  const dialog = within(await screen.findByRole('dialog', { name: /^Truck inspection/ }));
  dialog.getByText('Soft');
  expect(dialog.getByRole('img', { name: 'Service brakes, defect 1' }).getAttribute('src')).toBe(
    '/api/admin/photos/p1',
  );
  const sign = () => fireEvent.click(dialog.getByRole('button', { name: 'Sign off' }));
  sign();
  dialog.getByText('Enter the name of the mechanic');
  fireEvent.change(dialog.getByLabelText('Name of the mechanic'), { target: { value: 'Mo Field' } });
  sign();
  await dialog.findByText('Something went wrong.');
  // What was typed stays.
  sign();
  await dialog.findByText(/^Repaired, certified by/);
  await waitFor(() => screen.getByRole('button', { name: /^Truck defects signed off/, hidden: true }));
  const sent = asked.filter(({ call }) => call === SIGN).map(({ body }) => body);
  expect(sent).toEqual(Array(2).fill({ result: 'repaired', name: 'Mo Field' }));
});

test('a view-only user reads the report and signs nothing off', async () => {
  await showBoard(board, listOf(report), { role: 'view_only' });
  fireEvent.click(await screen.findByRole('button', { name: /^Truck is not safe to drive/ }));
  const dialog = within(await screen.findByRole('dialog', { name: /^Truck inspection/ }));
  dialog.getByText('Not signed off yet.');
  expect(dialog.queryByRole('button', { name: 'Sign off' })).toBeNull();
});
