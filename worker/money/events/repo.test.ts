import { beforeEach, expect, it } from 'vitest';
import { insertRow } from '#worker/test/builders.ts';
import { makeTestContext, startOver } from '#worker/test/world.ts';
import { listUnprocessed } from './repo.ts';

beforeEach(startOver);

it('lists unprocessed events, the fewest attempts first, then the oldest', async () => {
  const { ctx } = makeTestContext();
  await insertRow('stripe_events', 1, { processed_at: null, attempts: 7 });
  await insertRow('stripe_events', 2, { processed_at: null });
  await insertRow('stripe_events', 3, { processed_at: 3 });
  await insertRow('stripe_events', 4, { processed_at: null });
  await insertRow('stripe_events', 5, { processed_at: null });
  const ids = async (limit: number) => (await listUnprocessed(ctx.db, 4, limit)).map((event) => event.id);
  expect(await ids(10)).toEqual(['evt_2', 'evt_4', 'evt_1']);
  expect(await ids(1)).toEqual(['evt_2']);
});
