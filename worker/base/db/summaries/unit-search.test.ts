import { expect, it } from 'vitest';
import { insertRow } from '#worker/test/builders.ts';
import { expectExactSummaries } from '#worker/test/summaries.ts';
import { rows, startOver } from '#worker/test/world.ts';

it('finds a booking by its unit, after any change of booking or unit', async () => {
  await startOver();
  for (const n of [1, 2]) await insertRow('dumpsters', n, { dumpster_number: `UNIT-${n}${n}` });
  for (const n of [100, 101]) await insertRow('bookings', n, { notes: null });
  await insertRow('checkouts', 1);
  const held = { booking_id: null, checkout_id: 'checkout-1', revision: 1 };
  await insertRow('dumpster_schedule', 1, { dumpster_id: 1, ...held });
  const found = () => rows("SELECT rowid FROM bookings_search WHERE bookings_search MATCH 'unit' ORDER BY 1");
  const steps: [string, number[]][] = [
    ['UPDATE dumpster_schedule SET booking_id = 100, checkout_id = NULL, revision = NULL', [100]],
    ['UPDATE dumpster_schedule SET dumpster_id = 2', [100]],
    ["UPDATE dumpsters SET dumpster_number = 'KEY-9' WHERE id = 2", []],
    ["UPDATE dumpsters SET dumpster_number = 'UNIT-9' WHERE id = 2", [100]],
    ['UPDATE dumpster_schedule SET booking_id = 101', [101]],
    ["UPDATE bookings SET city = 'Troy'", [101]],
    ['UPDATE bookings SET id = 110 WHERE id = 100', [101]],
    ['DELETE FROM dumpster_schedule', []],
  ];
  const terms = { pieces: ['unit', 't-1', 'key', 'troy', 'pend'], beginnings: ['un', '9', 'tr'] };
  for (const [statement, expected] of steps) {
    await rows(statement);
    expect([statement, await found()]).toEqual([statement, expected.map((rowid) => ({ rowid }))]);
    await expectExactSummaries(terms);
  }
});
