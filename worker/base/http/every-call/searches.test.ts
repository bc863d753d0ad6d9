import fc from 'fast-check';
import { beforeAll, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { ALL_ENDPOINTS } from '#contract/all.ts';
import type { Endpoint } from '#contract/endpoint.ts';
import { textFilter } from '#contract/lists.ts';
import { randomRuns } from '#domain/test/random-runs.ts';
import { insertRow } from '#worker/test/builders.ts';
import { insertRental, listUnitIds, signIn } from '#worker/test/staff.ts';
import { addUnits, startOver } from '#worker/test/world.ts';

const CLIENT = 'ada@example.com';
const SEARCHES = ALL_ENDPOINTS.map((endpoint) => ({ endpoint, fields: textFieldsOf(endpoint) })).filter(
  ({ fields }) => fields.length > 0,
);

let dana: Awaited<ReturnType<typeof signIn>>;

beforeAll(async () => {
  await startOver();
  await addUnits(1);
  const [unit = null] = await listUnitIds();
  await insertRental(1, { unit, email: CLIENT, phone: '(518) 555-0142', notes: '"OR" NEAR(a*) 150.00' });
  await insertRow('transactions', 1, { checkout_id: null, amount: 15_000 });
  dana = await signIn('dana', 'super_admin');
});

function textFieldsOf({ query }: Endpoint): string[] {
  if (!(query instanceof z.ZodMiniObject)) return [];
  const isText = ([name, field]: [string, unknown]) =>
    name === 'search' ||
    name === 'q' ||
    (field instanceof z.ZodMiniOptional && field._zod.def.innerType === textFilter);
  return Object.entries(query._zod.def.shape)
    .filter(isText)
    .map(([name]) => name);
}

const search = ({ path }: Endpoint, fields: Record<string, string>) =>
  dana.send('GET', `${path.replace('/api/', '').replace(':key', CLIENT)}?${new URLSearchParams(fields)}`);

/** A text of the length limit without control characters: the others are refused (hostile-queries.test.ts). */
const isSearchable = (text: string) => {
  const kept = text.trim().normalize();
  return kept !== '' && kept.length <= 200 && !/[\p{Cc}\p{Cs}]/u.test(kept);
};
const SYNTAX =
  '" * ^ : - + ( ) { } [ ] , . / # % _ \\ \' @ $ ; < > = | ~ ` ? ! AND OR NOT NEAR( phone: 💥 é Ω'.split(' ');
const digits = fc.stringMatching(/^[\d\s().+/#$,-]{1,24}$/);
const text = fc
  .oneof(
    digits,
    fc.string({ unit: 'binary', minLength: 1, maxLength: 60 }),
    fc.string({ unit: 'grapheme', minLength: 1, maxLength: 40 }),
    fc
      .array(fc.oneof(fc.constantFrom(...SYNTAX), digits, fc.string({ maxLength: 4 })), {
        minLength: 1,
        maxLength: 20,
      })
      .map((parts) => parts.join(' ')),
  )
  .filter(isSearchable);

it('covers the lists, their exports, the bookings of a client and the palette', () => {
  const names = [
    'listUsers',
    'listStaff',
    'listDumpsters',
    'listBookings',
    'listClients',
    'listClientBookings',
  ];
  const others = ['listTransactions', 'exportBookings', 'exportTransactions', 'searchPalette'];
  const covered = SEARCHES.map(({ endpoint }) => endpoint.name);
  expect(covered).toEqual(expect.arrayContaining([...names, ...others]));
});

it.each(SEARCHES.map(({ endpoint, fields }) => [endpoint.name, endpoint, fields] as const))(
  '%s answers a search for any text',
  async (_name, endpoint, fields) => {
    const query = fc.tuple(fc.constantFrom(...fields), text);
    await fc.assert(
      fc.asyncProperty(query, async ([field, value]) => {
        const others = endpoint.name === 'listSearchSuggestions' ? { list: 'bookings' } : {};
        const reply = await search(endpoint, { ...others, [field]: value });
        expect([reply.status, await reply.text()], `${field}=${value}`).toEqual([200, expect.any(String)]);
      }),
      {
        ...randomRuns({ sample: 25, long: 3000 }),
        examples: [['150.00'], ['(518) 555'], ['a '.repeat(100)]].map(([value = '']) => [
          [fields[0] ?? '', value],
        ]),
      },
    );
  },
);
