import { expect, it } from 'vitest';
import { unstable_splitSqlQuery } from 'wrangler';
import { REBUILD_STATEMENTS } from '#worker/base/db/summaries/rebuild.ts';
import { rebuildReport, rowsOfJson } from './summaries-report.ts';

const figure = (name: string, value: number) => ({ name, value });

it('shows each figure before and after, and the changes', () => {
  const before = [figure('bookings', 12), figure('clients', 9), figure('bookings_lost', 0)];
  const after = [figure('bookings', 12), figure('clients', 10)];
  expect(rebuildReport({ before, after }).split('\n')).toEqual([
    '               before  after',
    'bookings           12     12',
    'bookings_lost       0      0',
    'clients             9     10  changed',
    '1 of 3 figures changed.',
  ]);
  expect(rebuildReport({ before: after, after })).toContain('All figures were right.');
});

it('reads the output of wrangler for a query', () => {
  const printed = `▲ [WARNING] old\n${JSON.stringify([{ results: [figure('bookings', 3)], success: true }], null, 2)}\n`;
  expect(rowsOfJson(printed)).toEqual([figure('bookings', 3)]);
});

it('is split by wrangler into the same statements', () => {
  expect(unstable_splitSqlQuery(`${REBUILD_STATEMENTS.join(';\n')};\n`)).toHaveLength(
    REBUILD_STATEMENTS.length,
  );
});
