import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { unstable_readConfig } from 'wrangler';
import { ROOT } from '../root.ts';

it('every cron of wrangler.toml has a task, and every task has a cron', () => {
  const { triggers } = unstable_readConfig({ config: join(ROOT, 'wrangler.toml') });
  const schedule = readFileSync(join(ROOT, 'worker/entry/cron/schedule.ts'), 'utf8');
  const expressions = [...schedule.matchAll(/\{ cron: '([^']+)'/g)].map(([, cron]) => cron);
  expect(expressions.length).toBeGreaterThan(0);
  expect(new Set(triggers.crons)).toEqual(new Set(expressions));
});
