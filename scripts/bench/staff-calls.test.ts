import { expect, it } from 'vitest';
import type { Business } from './business/rentals.ts';
import { listCases } from './list-calls.ts';
import { ask } from './load.ts';
import { officeCases } from './office-calls.ts';
import { withSystem } from './running.ts';
import { assertSameAnswers, signIn, staffCall, staffCases } from './staff-calls.ts';

const SMALL: Business = { seed: 7, bookings: 2000, today: '2026-11-01' };

it('sends equivalent calls to the product and to the bare routes', {
  timeout: 300_000,
}, async () => {
  await withSystem(SMALL, async ({ app, admin }) => {
    const signed = await signIn(app, admin);
    const cases = [...listCases(signed, SMALL), ...officeCases(signed, SMALL), ...staffCases(signed, SMALL)];
    for (const each of cases) await assertSameAnswers(signed, each);
    const { headers } = await ask(app, staffCall(signed, '/api/bookings?limit=1'));
    expect(headers['x-total-count']).toBe('2000');
    const { status } = await ask(app, staffCall({ ...signed, cookie: '' }, '/api/bookings'));
    expect(status).toBe(401);
  });
});
