import { beforeEach, describe, expect, it } from 'vitest';
import { findStoredCatalog } from '#contract/catalog-store.ts';
import { openCheckout } from '#worker/checkout/open.ts';
import { processPendingRows } from '#worker/entry/queue/outbox.ts';
import { publishText } from '#worker/settings/terms/service.ts';
import { findRefusal, holdRequest } from '#worker/test/checkouts.ts';
import { makeQuietContext } from '#worker/test/history.ts';
import { call, readError } from '#worker/test/http.ts';
import { signIn } from '#worker/test/staff.ts';
import { addUnits, makeBookingData, makeTestContext, rows, startOver, testEnv } from '#worker/test/world.ts';
import { changePause, changeProfile } from './service.ts';

beforeEach(startOver);

const PATH = 'admin/business';

describe('the business profile', () => {
  it('takes effect at once, with a new ETag and a history of the changed fields', async () => {
    const { send } = await signIn('root', 'super_admin');
    const before = await send('GET', PATH);
    expect(before.headers.get('ETag')).toBe('"1"');
    const changes = {
      name: ' Haulage & Sons ',
      phone: '(212) 555-0100',
      accent: 'blue',
      openingHours: 'Mon to Fri\n8 am to 5 pm',
      frameOrigins: ['https://www.haulage.example/', 'https://www.haulage.example'],
    };
    const saved = await send('PUT', PATH, { ifMatch: '"1"', ...changes });
    const shown = { ...changes, name: 'Haulage & Sons', frameOrigins: ['https://www.haulage.example'] };
    expect([saved.status, saved.headers.get('ETag'), await saved.json()]).toMatchObject([200, '"2"', shown]);
    const { business } = await (await call('/api/catalog')).json<{ business: object }>();
    expect(business).toMatchObject({ name: 'Haulage & Sons', phone: '(212) 555-0100', accent: 'blue' });
    expect(await (await send('GET', `${PATH}/history`)).json()).toMatchObject([
      {
        action: 'changed',
        changedBy: 'root',
        before: { name: 'Ironwood Dumpsters', phone: '(555) 010-0142', accent: 'yellow', frameOrigins: [] },
        after: shown,
      },
    ]);
  });

  it('is brought to the edge, with the pause and the version of the terms', async () => {
    const { actor } = await signIn('dana', 'super_admin');
    const ctx = makeQuietContext();
    await changeProfile(ctx, actor, { changes: { name: 'Haulage' }, version: null });
    await changePause(ctx, actor, { changes: { isPaused: true }, version: null });
    const text = { type: 'terms', markdown: 'New', replaces: '2026-11' } as const;
    const { version } = await publishText(ctx, actor, text);
    expect(await rows("SELECT kind, subject FROM outbox WHERE kind = 'catalog-published'")).toEqual([
      { kind: 'catalog-published', subject: 'business 2' },
      { kind: 'catalog-published', subject: 'pause 2' },
      { kind: 'catalog-published', subject: `terms ${version}` },
    ]);
    await processPendingRows(ctx, { includeRecent: true });
    expect(await findStoredCatalog(testEnv.CATALOG)).toMatchObject({
      business: { name: 'Haulage' },
      pause: { isPaused: true },
      termsVersion: version,
    });
  });

  it('a change of an older version is refused with who changed what; nothing is written', async () => {
    const { send } = await signIn('dana', 'super_admin');
    await send('PUT', PATH, { ifMatch: '"1"', phone: '(212) 555-0100' });
    const stale = await send('PUT', PATH, { ifMatch: '"1"', phone: '(212) 555-0199' });
    expect([stale.status, await stale.json()]).toMatchObject([
      409,
      {
        code: 'stale',
        message: expect.stringMatching(/^The business profile was changed by dana at /),
        changed: ['phone'],
      },
    ]);
    expect(await rows('SELECT phone, version FROM business_profile')).toEqual([
      { phone: '(212) 555-0100', version: 2 },
    ]);
  });

  it('two changes at the same time are both made, one after the other', async () => {
    const { actor } = await signIn('dana', 'super_admin');
    const { ctx } = makeTestContext({ pauseMs: 5 });
    const change = (changes: object) => changeProfile(ctx, actor, { changes, version: null });
    await Promise.all([change({ name: 'Haulage' }), change({ yardAddress: '1 Yard Road' })]);
    expect(await rows('SELECT name, yard_address, version FROM business_profile')).toEqual([
      { name: 'Haulage', yard_address: '1 Yard Road', version: 3 },
    ]);
    expect(await rows("SELECT version FROM history WHERE subject = 'business' ORDER BY version")).toEqual([
      { version: 2 },
      { version: 3 },
    ]);
  });

  it.each([
    [{ name: '​' }, 'name', 'Enter the name of the business'],
    [{ name: 'Haulage\nBcc: x@example.com' }, 'name', 'Must not contain control characters'],
    [{ phone: '12' }, 'phone', 'Enter a phone number with at least 10 digits'],
    [{ email: 'office' }, 'email', 'Please enter a valid email address'],
    [{ creditUrl: 'javascript:alert(1)' }, 'creditUrl', 'Must be an address that begins with https://'],
    [{ accent: 'black' }, 'accent', expect.stringContaining('yellow, orange')],
    [
      { frameOrigins: ['https://a.example', "'unsafe-inline'"] },
      'frameOrigins.1',
      expect.stringContaining('https address'),
    ],
    [{ logoHash: 'x' }, 'logoHash', 'Unknown field'],
  ])('%j is refused with the field named', async (body, path, message) => {
    const { send } = await signIn('root', 'super_admin');
    const reply = await send('PUT', PATH, body);
    expect([reply.status, (await readError(reply)).issues]).toEqual([400, [{ path, message }]]);
  });
});

describe('the pause of online booking', () => {
  const pause = async (paused: boolean, text = '') => {
    const { send } = await signIn(`root${paused}`, 'super_admin');
    const reply = await send('PUT', 'admin/pause', { paused, text });
    expect([reply.status, await reply.json()]).toEqual([200, { paused, text }]);
  };

  it('refuses new bookings with its text and the phone number; a customer who is paying continues', async () => {
    const world = makeTestContext();
    await addUnits(2);
    const open = { data: makeBookingData(), key: null, ip: '2001:db8::1' };
    const { clientSecret } = await openCheckout(world.ctx, open);
    await pause(true, 'We are closed until Monday.');
    const refusal = await findRefusal(world, holdRequest(1));
    expect(refusal).toMatchObject({
      code: 'paused',
      status: 409,
      message: 'We are closed until Monday. Please call us at (555) 010-0142.',
      extras: { body: { phone: '(555) 010-0142' } },
    });
    expect((await openCheckout(world.ctx, open)).clientSecret).toBe(clientSecret);
    expect((await rows('SELECT id FROM checkouts')).length).toBe(1);
    const { pause: shown } = await (await call('/api/catalog')).json<{ pause: object }>();
    expect(shown).toEqual({ isPaused: true, text: 'We are closed until Monday.' });
    await pause(false);
    expect(await findRefusal(world, holdRequest(2))).toBeNull();
  });

  it('has an ETag and a history of its own', async () => {
    const { send } = await signIn('root', 'super_admin');
    expect((await send('GET', 'admin/pause')).headers.get('ETag')).toBe('"1"');
    await send('PUT', 'admin/pause', { ifMatch: '"1"', paused: true });
    const stale = await send('PUT', 'admin/pause', { ifMatch: '"1"', paused: false });
    expect((await readError(stale)).message).toMatch(/^The pause of online booking was changed by root/);
    expect(await (await send('GET', `${PATH}/history`)).json()).toMatchObject([
      { before: { isPaused: false }, after: { isPaused: true } },
    ]);
  });
});
