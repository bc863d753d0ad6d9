import { beforeEach, describe, expect, it } from 'vitest';
import type { Dumpster } from '#contract/inventory.ts';
import { insertRow } from '#worker/test/builders.ts';
import { failingDatabase } from '#worker/test/databases.ts';
import { call, captureLog } from '#worker/test/http.ts';
import { signIn } from '#worker/test/staff.ts';
import { startOver, testEnv } from '#worker/test/world.ts';

beforeEach(startOver);

describe('the list', () => {
  it('is searched, filtered and sorted by the server', async () => {
    const { send } = await signIn('lena', 'view_only');
    const fleet = [
      ['D-2', '30-yard', 1, null],
      ['d-10', '15-yard', 0, 'Lid 50%_dented'],
      ['D-1', '15-yard', 1, 'In the YARD'],
    ] as const;
    for (const [i, [number, type, isAvailable, notes]] of fleet.entries()) {
      await insertRow('dumpsters', i + 1, {
        dumpster_number: number,
        dumpster_type: type,
        is_available: isAvailable,
        notes,
      });
    }
    const numbers = async (query: string) =>
      (await (await send('GET', `dumpsters?${query}`)).json<Dumpster[]>()).map((unit) => unit.dumpsterNumber);
    expect(await numbers('')).toEqual(['D-1', 'D-2', 'd-10']);
    expect(await numbers('sort=id')).toEqual(['D-2', 'd-10', 'D-1']);
    expect(await numbers('sort=-dumpsterType')).toEqual(['D-2', 'D-1', 'd-10']);
    expect(await numbers('search=D-1&sort=id')).toEqual(['d-10', 'D-1']);
    expect(await numbers('search=30-Yard')).toEqual(['D-2']);
    expect(await numbers('search=50%25_')).toEqual(['d-10']);
    expect(await numbers(`search=${'x'.repeat(200)}`)).toEqual([]);
    expect(await numbers('dumpsterType=15-YARD&isAvailable=true')).toEqual(['D-1']);
    for (const wrong of ['sort=notes', 'dumpsterType=40-yard', 'isAvailable=1', 'page=2', 'limit=0']) {
      expect([wrong, (await send('GET', `dumpsters?${wrong}`)).status]).toEqual([wrong, 400]);
    }
  });

  it('pages through units by their numbers', async () => {
    const { send } = await signIn('dana', 'admin');
    for (let n = 1; n <= 12; n += 1) await insertRow('dumpsters', n, { dumpster_number: `D-${13 - n}` });
    const seen: string[] = [];
    let address = 'dumpsters?sort=dumpsterNumber&limit=5';
    while (address) {
      const reply = await send('GET', address);
      seen.push(...(await reply.json<Dumpster[]>()).map((unit) => unit.dumpsterNumber));
      address = /<\/api\/([^>]+)>; rel="next"/.exec(reply.headers.get('Link') ?? '')?.[1] ?? '';
    }
    expect(seen).toEqual(Array.from({ length: 12 }, (_, i) => `D-${i + 1}`));
  });

  it('a database failure gets an error without its reason', async () => {
    captureLog();
    const { Cookie } = await signIn('dana', 'admin');
    const env = { ...testEnv, DB: failingDatabase(testEnv.DB, 'secret') };
    const reply = await call('/api/dumpsters', { headers: { Cookie } }, env);
    expect([reply.status, await reply.text()]).toEqual([500, expect.not.stringContaining('secret')]);
  });
});
