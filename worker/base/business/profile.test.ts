import { beforeEach, expect, it } from 'vitest';
import { makeContext } from '#worker/base/context.ts';
import { failingDatabase } from '#worker/test/databases.ts';
import { makeTestContext, rows, startOver, testEnv } from '#worker/test/world.ts';
import { getBusinessProfile, readPhoneInMaintenance } from './profile.ts';

beforeEach(startOver);

const FIRST = {
  name: 'Ironwood Dumpsters',
  phone: '(555) 010-0142',
  email: 'office@dumpsters.example.com',
  yardAddress: '',
  creditName: 'Ironwood Software',
  creditUrl: 'https://dumpsters.example.com/about',
  openingHours: '',
  accent: 'yellow',
  logoHash: null,
  frameOrigins: [],
  version: 1,
  emailNewBookings: true,
};

it('the first read inserts the profile of [vars], once for two callers; later [vars] do not change it', async () => {
  const { ctx } = makeTestContext({ pauseMs: 5 });
  expect(await Promise.all([getBusinessProfile(ctx), getBusinessProfile(ctx)])).toEqual([FIRST, FIRST]);
  const changed = { ...testEnv, BUSINESS_NAME: 'Other', FRAME_PARENTS: "'self' https://haulage.test" };
  expect(await getBusinessProfile(makeContext(changed, { timeouts: 'request' }))).toEqual(FIRST);
});

it('FRAME_PARENTS seeds the sites that may embed the page, without keywords and wildcards', async () => {
  const FRAME_PARENTS = "'self' https://haulage.test https://*.example.org http://old.test";
  const ctx = makeContext({ ...testEnv, FRAME_PARENTS }, { timeouts: 'request' });
  expect((await getBusinessProfile(ctx)).frameOrigins).toEqual(['https://haulage.test']);
});

it('e-mails come from MAIL_FROM under the name of the profile; replies go to its e-mail address', async () => {
  const sent: unknown[] = [];
  const EMAIL = { send: async (message: unknown) => ({ messageId: String(sent.push(message)) }) };
  const send = async (MAIL_FROM: string) =>
    makeContext({ ...testEnv, EMAIL, MAIL_FROM } as unknown as typeof testEnv, {
      timeouts: 'request',
    }).mail.send({ to: 'ada@example.com', subject: 'A', text: 'A', html: 'A', dedupeKey: 'a' });
  await send('');
  await rows("UPDATE business_profile SET name = 'Haulage', email = 'hello@haulage.test'");
  await send('no-reply@haulage.test');
  expect(sent).toMatchObject([
    { from: { name: FIRST.name, email: FIRST.email }, replyTo: FIRST.email },
    { from: { name: 'Haulage', email: 'no-reply@haulage.test' }, replyTo: 'hello@haulage.test' },
  ]);
});

it('in maintenance the phone number is read at most every five seconds, without writing', async () => {
  const { ctx } = makeTestContext();
  const instance = {};
  const phoneAt = (seconds: number, db = ctx.db) =>
    readPhoneInMaintenance(instance, { ...ctx, db }, seconds * 1000);
  expect(await phoneAt(0)).toBe(FIRST.phone);
  expect(await rows('SELECT 1 FROM business_profile')).toEqual([]);
  await getBusinessProfile(ctx);
  await rows("UPDATE business_profile SET phone = '(212) 555-0100'");
  expect([await phoneAt(4), await phoneAt(5)]).toEqual([FIRST.phone, '(212) 555-0100']);
  const { ctx: failing } = makeTestContext({ database: failingDatabase(testEnv.DB, 'D1_ERROR: down') });
  expect(await phoneAt(10, failing.db)).toBe('(212) 555-0100');
});
