import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { sampleBoard, sampleBoardStop, sampleRoute } from '#web/test/dispatch.ts';
import { showBoard } from '#web/test/office-board.tsx';

const PUBLISH = 'POST /api/dispatch/routes/7/publish';
const route = sampleRoute([sampleBoardStop(1)]);
const board = sampleBoard([], [route]);
const text = 'Dumpster 15-03 is at booking #4 until the exchange of booking #4 at 12:31 PM on this route.';
const refused = {
  status: 409,
  body: {
    message: 'One stop of this route cannot be made.',
    code: 'conflict',
    requestId: 'r',
    board,
    blocking: [{ stopId: 1, stop: 'delivery of booking #1', text }],
  },
};
const isPublish = ({ call }: { call: string }) => call === PUBLISH;
const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }));

test('a route with stops that cannot be made is published by an administrator with a reason', async () => {
  const replies = [refused, { body: { ...route, version: 6, publishedAt: route.startsAt } }];
  const { asked } = await showBoard(
    board,
    { [PUBLISH]: () => replies.shift() ?? refused },
    { role: 'admin' },
  );
  press('Publish the route of Kim Lee');
  const dialog = within(await screen.findByRole('dialog', { name: 'Publish the route of Kim Lee?' }));
  expect(dialog.getByRole('listitem').textContent).toBe(`delivery of booking #1: ${text}`);
  fireEvent.click(dialog.getByRole('button', { name: 'Publish anyway' }));
  expect(dialog.getByText('Enter the reason')).toBeTruthy();
  expect(asked.filter(isPublish)).toHaveLength(1);
  const reason = 'The customer brings it';
  fireEvent.change(dialog.getByLabelText('Why it is published all the same'), { target: { value: reason } });
  fireEvent.click(dialog.getByRole('button', { name: 'Publish anyway' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(asked.filter(isPublish).map(({ body }) => body)).toEqual([
    {},
    { override: { reason, stopIds: [1] } },
  ]);
});

test('stops that became impossible while the reason was typed are shown before they are published', async () => {
  const also = { stopId: 2, stop: 'pickup of booking #2', text: 'The delivery of this booking is not done.' };
  const more = { ...refused, body: { ...refused.body, blocking: [...refused.body.blocking, also] } };
  const replies = [refused, more, { body: { ...route, version: 6, publishedAt: route.startsAt } }];
  const { asked } = await showBoard(
    board,
    { [PUBLISH]: () => replies.shift() ?? refused },
    { role: 'admin' },
  );
  press('Publish the route of Kim Lee');
  const dialog = within(await screen.findByRole('dialog', { name: 'Publish the route of Kim Lee?' }));
  const reason = 'The customer brings it';
  fireEvent.change(dialog.getByLabelText('Why it is published all the same'), { target: { value: reason } });
  fireEvent.click(dialog.getByRole('button', { name: 'Publish anyway' }));
  expect(await dialog.findByText('pickup of booking #2')).toBeTruthy();
  fireEvent.click(dialog.getByRole('button', { name: 'Publish anyway' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(asked.filter(isPublish).map(({ body }) => body)).toEqual([
    {},
    { override: { reason, stopIds: [1] } },
    { override: { reason, stopIds: [1, 2] } },
  ]);
});

test('a dispatcher reads which stops cannot be made, and cannot publish them', async () => {
  await showBoard(board, { [PUBLISH]: refused });
  press('Publish the route of Kim Lee');
  const dialog = within(await screen.findByRole('dialog', { name: 'The route cannot be published' }));
  expect(dialog.getByRole('listitem').textContent).toContain('delivery of booking #1');
  expect(dialog.queryByRole('button', { name: /^Publish/ })).toBeNull();
});
