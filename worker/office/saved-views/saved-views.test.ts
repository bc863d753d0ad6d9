import { beforeEach, expect, it } from 'vitest';
import { MAX_SAVED_VIEWS, type SavedView } from '#contract/saved-views.ts';
import { readError } from '#worker/test/http.ts';
import { signIn } from '#worker/test/staff.ts';
import { rows, startOver } from '#worker/test/world.ts';

let dana: Awaited<ReturnType<typeof signIn>>;
let kim: Awaited<ReturnType<typeof signIn>>;
beforeEach(async () => {
  await startOver();
  dana = await signIn('dana', 'dispatcher');
  kim = await signIn('kim', 'admin');
});

const LATE = {
  list: 'bookings',
  name: 'Late this week',
  query: { work: 'overdue', deliveryPreset: 'this_week', sort: '-endDate' },
  columns: ['city', 'unit'],
  isShared: false,
};

async function save(who = dana, changes: object = {}): Promise<SavedView> {
  const reply = await who.send('POST', 'saved-views', { ...LATE, ...changes });
  expect(reply.status).toBe(201);
  return reply.json<SavedView>();
}
const namesFor = async (who: typeof dana, list = 'bookings') =>
  (await (await who.send('GET', `saved-views?list=${list}`)).json<SavedView[]>()).map(({ name }) => name);
const statusAndCode = async (reply: Response) => [reply.status, (await readError(reply)).code];

it('a private view is seen by its owner only, a shared one by all staff', async () => {
  const view = await save();
  const { list, name, query, columns, isShared } = LATE;
  expect(view).toEqual({
    id: view.id,
    list,
    name,
    query,
    columns,
    isShared,
    isOwn: true,
    ownerName: 'dana',
    version: 1,
  });
  await save(dana, { name: 'Late, shared', isShared: true });
  await save(kim, { name: 'Anything', query: {}, columns: null });
  expect(await namesFor(dana)).toEqual(['Late this week', 'Late, shared']);
  expect(await namesFor(kim)).toEqual(['Anything', 'Late, shared']);
  expect(await namesFor(await signIn('vic', 'view_only'))).toEqual(['Late, shared']);
  expect(await namesFor(dana, 'clients')).toEqual([]);
});

it('keeps only what its list can be asked for, and names the rest', async () => {
  const issuesOf = async (changes: object) => {
    const reply = await dana.send('POST', 'saved-views', { ...LATE, ...changes });
    return [reply.status, (await readError(reply)).issues?.map(({ path }) => path)];
  };
  expect(await issuesOf({ query: { cursor: 'c', limit: '25', customr: 'x' } })).toEqual([
    400,
    ['query.cursor', 'query.limit', 'query.customr'],
  ]);
  expect(await issuesOf({ query: { status: 'lost', sort: 'phone' } })).toEqual([
    400,
    ['query.sort', 'query.status'],
  ]);
  expect(await issuesOf({ query: { deliveryPreset: 'today', deliveryDateTo: '2026-12-01' } })).toEqual([
    400,
    ['query.deliveryDateTo'],
  ]);
  expect(await issuesOf({ list: 'clients', query: { status: 'pending' } })).toEqual([400, ['query.status']]);
  expect(await issuesOf({ list: 'users' })).toEqual([400, ['list']]);
  expect(await issuesOf({ name: ' \u200b ' })).toEqual([400, ['name']]);
  expect(await issuesOf({ columns: ['<b>'] })).toEqual([400, ['columns.0']]);
  expect(await rows('SELECT id FROM saved_views')).toEqual([]);
});

it('a name is used once by an account for a list, in any case', async () => {
  await save();
  const again = await dana.send('POST', 'saved-views', { ...LATE, name: 'LATE THIS WEEK' });
  expect([again.status, (await readError(again)).issues]).toEqual([
    409,
    [{ path: 'name', message: 'You already have a view of this list with this name.' }],
  ]);
  await save(kim);
  await save(dana, { list: 'transactions', query: {}, columns: null });
  const other = await save(dana, { name: 'Other' });
  const renamed = await dana.send('PATCH', `saved-views/${other.id}`, { ifMatch: '"1"', name: LATE.name });
  expect(await statusAndCode(renamed)).toEqual([409, 'conflict']);
});

it('only its owner changes a view, under the version that was read', async () => {
  const { id } = await save(dana, { isShared: true });
  const change = (who: typeof dana, ifMatch: string) =>
    who.send('PATCH', `saved-views/${id}`, { ifMatch, query: { status: 'pending' }, columns: null });
  expect(await statusAndCode(await change(kim, '"1"'))).toEqual([403, 'forbidden']);
  expect(await statusAndCode(await change(dana, ''))).toEqual([400, 'invalid']);
  const [one, two] = await Promise.all([change(dana, '"1"'), change(dana, '"1"')]);
  expect([one.status, two.status].toSorted()).toEqual([200, 409]);
  const [won, lost] = one.ok ? [one, two] : [two, one];
  expect(won.headers.get('ETag')).toBe('"2"');
  expect(await won.json()).toMatchObject({ name: LATE.name, query: { status: 'pending' }, columns: null });
  expect((await readError(lost)).code).toBe('stale');
});

it('view_only keeps private views, and cannot change what colleagues see', async () => {
  const vic = await signIn('vic', 'view_only');
  const refused = await vic.send('POST', 'saved-views', { ...LATE, isShared: true });
  expect(await statusAndCode(refused)).toEqual([403, 'forbidden']);
  const { id } = await save(vic);
  const shared = await vic.send('PATCH', `saved-views/${id}`, { ifMatch: '"1"', isShared: true });
  expect(await statusAndCode(shared)).toEqual([403, 'forbidden']);
  expect((await vic.send('PATCH', `saved-views/${id}`, { ifMatch: '"1"', name: 'Mine' })).status).toBe(200);
});

it('an administrator deletes a shared view, but finds no private one', async () => {
  const secret = await save();
  const { id } = await save(kim, { isShared: true });
  expect(await statusAndCode(await dana.send('DELETE', `saved-views/${id}`))).toEqual([403, 'forbidden']);
  expect(await statusAndCode(await kim.send('DELETE', `saved-views/${secret.id}`))).toEqual([
    404,
    'not_found',
  ]);
  const shared = await save(dana, { name: 'Shared', isShared: true });
  const stale = await kim.send('DELETE', `saved-views/${shared.id}`, { ifMatch: '"7"' });
  expect(await statusAndCode(stale)).toEqual([409, 'stale']);
  expect((await kim.send('DELETE', `saved-views/${shared.id}`, { ifMatch: '"1"' })).status).toBe(204);
  const late = await dana.send('PATCH', `saved-views/${shared.id}`, { ifMatch: '"1"', name: 'Back' });
  expect(await statusAndCode(late)).toEqual([404, 'not_found']);
});

it(`an account has at most ${MAX_SAVED_VIEWS} views of a list`, async () => {
  await save();
  await rows(`
    WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ${MAX_SAVED_VIEWS - 1})
    INSERT INTO saved_views (list, name, query, owner_id, created_at)
    SELECT 'bookings', 'View ' || i, '', ${dana.id}, 1 FROM n`);
  const reply = await dana.send('POST', 'saved-views', { ...LATE, name: 'One more' });
  expect([reply.status, (await readError(reply)).message]).toEqual([
    409,
    'You have 100 views of this list. Delete one before you save another.',
  ]);
  await save(dana, { list: 'clients', query: { city: 'Troy' } });
});
