import { env } from 'cloudflare:workers';
import { expect, it } from 'vitest';

it('runs in workerd on a migrated database', async () => {
  const { results } = await env.DB.prepare(
    "SELECT name FROM sqlite_master WHERE name = 'd1_migrations'",
  ).run();
  expect(results).toEqual([{ name: 'd1_migrations' }]);
});
