import fc from 'fast-check';
import { beforeAll, describe, expect, it } from 'vitest';
import { randomRuns } from '#domain/test/random-runs.ts';
import { insertRow } from '#worker/test/builders.ts';
import { readError } from '#worker/test/http.ts';
import { signIn } from '#worker/test/staff.ts';
import { startOver } from '#worker/test/world.ts';

let dana: Awaited<ReturnType<typeof signIn>>;
const list = (query: string) => dana.send('GET', `bookings?${query}`);

beforeAll(async () => {
  await startOver();
  dana = await signIn('dana', 'view_only');
  for (let n = 1; n <= 5; n += 1)
    await insertRow('bookings', n, { last_name: 'Åberg', notes: '"OR" NEAR(a*)' });
});

const issuesOf = async (reply: Response) => [
  reply.status,
  (await readError(reply)).issues?.map(({ path }) => path),
];

describe('a cursor', () => {
  const good = { value: 3, id: 3, towards: 'next', sort: '-id' };
  const encoded = (cursor: unknown) => encodeURIComponent(btoa(JSON.stringify(cursor)));

  it('from the list itself leads on', async () => {
    const found = await (await list(`cursor=${encoded(good)}`)).json<{ id: number }[]>();
    expect(found.map(({ id }) => id)).toEqual([2, 1]);
  });

  it.each([
    { ...good, value: 'abc' },
    { ...good, value: null },
    { ...good, value: [3] },
    { ...good, value: { a: 1 } },
    { ...good, value: true },
    { ...good, id: '3' },
    { ...good, id: 1.5 },
    { ...good, id: 2 ** 60 },
    { ...good, towards: 'up' },
    { ...good, extra: 1 },
    { ...good, sort: '--id' },
    { ...good, sort: '' },
    { ...good, sort: 'toString' },
    { ...good, sort: '-constructor' },
    { ...good, sort: '__proto__' },
    { ...good, sort: 'id; DROP TABLE bookings' },
    { ...good, sort: '-customer' },
    { ...good, sort: 'finalPrice', value: '3' },
    { ...good, sort: 'deliveryDate' },
    { value: 3, id: 3 },
    [],
    null,
    3,
  ])('of %j is refused', async (cursor) => {
    expect(await issuesOf(await list(`cursor=${encoded(cursor)}`))).toEqual([400, ['cursor']]);
  });

  it.each(['%00', '%22%3E%3Cscript%3E', '====', '%F0%9F%92%A5', 'a'.repeat(501)])(
    'of the text %s is refused',
    async (cursor) => {
      expect(await issuesOf(await list(`cursor=${cursor}`))).toEqual([400, ['cursor']]);
    },
  );
});

describe('a search', () => {
  it('of any text gets a reply', async () => {
    const syntax = fc.constantFrom(
      '"',
      '*',
      '^',
      ':',
      '-',
      '+',
      '(',
      ')',
      '{',
      '}',
      ' OR ',
      ' AND ',
      ' NOT ',
      'NEAR(',
      "'",
      '%',
      '_',
      '\\',
      ',',
    );
    const text = fc.oneof(
      fc.string({ unit: 'binary', maxLength: 100 }),
      fc.string({ unit: 'grapheme', maxLength: 40 }),
      fc
        .array(fc.oneof(syntax, fc.string({ maxLength: 4 })), { maxLength: 30 })
        .map((parts) => parts.join('')),
    );
    const field = fc.constantFrom('search', 'customer', 'email', 'phone', 'city');
    const query = fc
      .array(fc.tuple(field, text), { minLength: 1, maxLength: 3 })
      .map((pairs) => new URLSearchParams(Object.fromEntries(pairs)));
    await fc.assert(
      fc.asyncProperty(query, async (asked) => {
        const texts = [...asked.values()].map((one) => one.trim().normalize());
        const isFit = texts.every((one) => one.length <= 200 && !/[\p{Cc}\p{Cs}]/u.test(one));
        expect((await list(`${asked}`)).status).toBe(isFit ? 200 : 400);
      }),
      randomRuns({ sample: 250, long: 10000 }),
    );
  });

  it.each([
    '%ED%A0%80',
    '%',
    '%E0%A4%A',
    '%FF%FE',
    '%F0%9F%92%A5'.repeat(100),
    '%22'.repeat(200),
    '%CC%88%CC%88%CC%88',
  ])('of %s finds nothing', async (text) => {
    const reply = await list(`search=${text}`);
    expect([reply.status, await reply.json()]).toEqual([200, []]);
  });

  it.each(['%00', 'a%00b', 'a%1Bb', 'a'.repeat(201)])('of %s is refused', async (text) => {
    expect(await issuesOf(await list(`search=${text}`))).toEqual([400, ['search']]);
  });

  it.each(['Åberg', 'åb', 'aberg', 'A\u030Aberg', 'a\u030Ab'])(
    'for %s finds it however it was typed',
    async (text) => {
      const found = await (await list(`search=${encodeURIComponent(text)}`)).json<unknown[]>();
      expect(found).toHaveLength(5);
    },
  );
});

describe('a query', () => {
  it.each([
    ['status=pending&status=confirmed', 'status'],
    ['search=a&search=b', 'search'],
    ['id=1&%69d=2', 'id'],
    ['__proto__=1', '__proto__'],
    ['constructor=1', 'constructor'],
    ['status', 'status'],
    ['id=99999999999999999999', 'id'],
    ['depositAmountFrom=1e3', 'depositAmountFrom'],
    ['limit=-1', 'limit'],
    ['limit=NaN', 'limit'],
  ])('of %s is refused, with a sentence', async (query, path) => {
    const { issues = [] } = await readError(await list(query));
    expect(issues.map((issue) => issue.path)).toEqual([path]);
    expect(issues[0]?.message).not.toBe('Invalid input');
  });

  it.each(['createdAt', 'createdAtFrom', 'createdAtTo', 'deliveryDate', 'deliveryDateTo'])(
    'takes the first and the last day there is as %s',
    async (field) => {
      for (const day of ['0100-01-01', '9999-12-31'])
        expect((await list(`${field}=${day}`)).status).toBe(200);
    },
  );

  it('links to the next and previous page with the same parameters and no others', async () => {
    const asked = {
      search: 'ada "& é',
      limit: '2',
      status: 'pending',
      customer: 'ada',
      phone: '(555)',
      deliveryDateFrom: '2026-01-01',
    };
    await insertRow('bookings', 7, { notes: 'Ada "& é' });
    await insertRow('bookings', 8, { notes: 'Ada "& é' });
    await insertRow('bookings', 9, { notes: 'Ada "& é' });
    const link = (await list(`${new URLSearchParams(asked)}`)).headers.get('Link') ?? '';
    const address = /^<\/api\/bookings(\?[^<>" ]*)>; rel="next"$/.exec(link)?.[1];
    const { cursor, ...kept } = Object.fromEntries(new URLSearchParams(address));
    expect(kept).toEqual(asked);
    expect(cursor).toMatch(/^[\w-]+$/);
  });
});
