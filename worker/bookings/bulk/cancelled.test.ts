import { expect, it } from 'vitest';
import { startBulkAction as startCall } from '#contract/bulk-actions.ts';
import { insertRental, signIn } from '#worker/test/staff.ts';
import { makeTestContext, rows, startOver } from '#worker/test/world.ts';
import { runBulkAction } from './run.ts';
import { getBulkAction, startBulkAction } from './service.ts';

it('a cancelled booking stays cancelled, and its row says why; the others are changed', async () => {
  await startOver();
  const dana = await signIn('dana', 'dispatcher');
  for (const n of [1, 2]) await insertRental(n);
  await rows("UPDATE bookings SET status = 'cancelled' WHERE id = 2");
  const { ctx } = makeTestContext();
  ctx.send = () => Promise.resolve();
  const body = startCall.body.parse({
    type: 'status',
    ids: [1, 2],
    input: { status: 'confirmed', notifyCustomer: true },
  });
  const { id } = await startBulkAction(ctx, dana.actor, { key: null, body });
  await runBulkAction(ctx, id);
  expect(await rows('SELECT id, status FROM bookings ORDER BY id')).toEqual([
    { id: 1, status: 'confirmed' },
    { id: 2, status: 'cancelled' },
  ]);
  expect((await getBulkAction(ctx, dana.actor, { id, offset: 0 })).rows).toMatchObject([
    {
      bookingId: 2,
      state: 'failed',
      message: 'This booking is cancelled. Open it to reopen it: what was refunded is due again then.',
    },
    { bookingId: 1, state: 'succeeded', message: null },
  ]);
  expect(await rows('SELECT booking_id FROM outbox')).toEqual([{ booking_id: 1 }]);
});
