import { beforeEach, describe, expect, it } from 'vitest';
import type { SavedView } from '#contract/saved-views.ts';
import { can, ROLES } from '#domain/accounts/access.ts';
import { signIn } from '#worker/test/staff.ts';
import { rows, startOver } from '#worker/test/world.ts';

beforeEach(startOver);

const VIEW = { list: 'bookings', name: 'Late', query: { work: 'overdue' }, columns: null };
const stored = () => rows('SELECT * FROM saved_views ORDER BY id');

/** A private and a shared view of a colleague. */
async function makeViews() {
  const owner = await signIn('owner', 'dispatcher');
  const save = async (name: string, isShared: boolean) => {
    const reply = await owner.send('POST', 'saved-views', { ...VIEW, name, isShared });
    expect(reply.status).toBe(201);
    return (await reply.json<SavedView>()).id;
  };
  return { isPrivate: await save('Mine', false), isShared: await save('Team', true) };
}

describe.each(ROLES)('%s', (role) => {
  const isStaff = can(role, 'office:read');

  it("sees a colleague's shared views, and never a private one", async () => {
    await makeViews();
    const caller = await signIn('caller', role);
    const reply = await caller.send('GET', 'saved-views?list=bookings');
    expect(reply.status).toBe(isStaff ? 200 : 403);
    if (!isStaff) return;
    expect((await reply.json<SavedView[]>()).map(({ name, isOwn }) => [name, isOwn])).toEqual([
      ['Team', false],
    ]);
  });

  it('changes no field of a view of a colleague', async () => {
    const { isPrivate, isShared } = await makeViews();
    const caller = await signIn('caller', role);
    const before = await stored();
    for (const changes of [{ name: 'Taken' }, { isShared: false }, { isShared: true }, { query: {} }]) {
      for (const [id, status] of [
        [isPrivate, isStaff ? 404 : 403],
        [isShared, 403],
      ] as const) {
        const reply = await caller.send('PATCH', `saved-views/${id}`, { ...changes, ifMatch: '"1"' });
        expect([changes, reply.status]).toEqual([changes, status]);
      }
    }
    expect(await stored()).toEqual(before);
  });

  it('deletes only what it may', async () => {
    const { isPrivate, isShared } = await makeViews();
    const caller = await signIn('caller', role);
    const mayDelete = can(role, 'views:manage');
    expect((await caller.send('DELETE', `saved-views/${isPrivate}`)).status).toBe(isStaff ? 404 : 403);
    expect((await caller.send('DELETE', `saved-views/${isShared}`)).status).toBe(mayDelete ? 204 : 403);
    expect((await stored()).map(({ name }) => name)).toEqual(mayDelete ? ['Mine'] : ['Mine', 'Team']);
  });
});
