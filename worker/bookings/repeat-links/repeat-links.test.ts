import { beforeEach, expect, it } from 'vitest';
import type { RepeatedBooking } from '#contract/repeat-links.ts';
import { DAY_MS, formatDay } from '#domain/shared/days.ts';
import type { Env } from '#worker/base/env.ts';
import { sha256 } from '#worker/base/platform/digest.ts';
import { processOutboxRow } from '#worker/entry/queue/outbox.ts';
import { insertRow } from '#worker/test/builders.ts';
import { captureLog, debugEnv, post, readError } from '#worker/test/http.ts';
import { removeFirst } from '#worker/test/removed-customers.ts';
import type { Row } from '#worker/test/sample-rows.ts';
import { insertRental, signIn } from '#worker/test/staff.ts';
import { inDays, makeTestContext, rows, startOver, testEnv } from '#worker/test/world.ts';
import { createRepeatLink } from './service.ts';

beforeEach(async () => {
  await startOver();
  await insertRental(1, { notes: 'The gate code is 4711', placement: 'Gate code 4711', po_number: 'PO-7' });
});

const BOOKED: RepeatedBooking = {
  firstName: 'Ada',
  lastName: 'Customer1',
  email: 'ada1@example.com',
  phone: '5550000001',
  company: '',
  address: '12 Quarry Road',
  city: 'Albany',
  state: 'NY',
  zip: '12207',
  rentalType: '7-day',
  dumpsterType: '15-yard',
  material: 'mixed',
  placementType: 'private',
};

const read = (token: string, env: Env = testEnv) => post('/api/repeat-link', { token }, { env });
const links = () => rows<{ token_hash: string }>('SELECT token_hash FROM repeat_links');

async function newToken(id = 1, email = `ada${id}@example.com`): Promise<string> {
  const link = await createRepeatLink(makeTestContext().ctx, { id, email });
  return link?.url.split('#again=')[1] ?? '';
}

const answerOf = async (token: string) => {
  const reply = await read(token);
  return reply.ok ? (await reply.json<RepeatedBooking>()).lastName : reply.status;
};

/** The e-mails about a booking of each kind that confirms one. */
const confirm = async (kind: 'deposit-paid' | 'booking-made', n = 1) => {
  const row = { user_id: null, booking_id: 1, kind, subject: null, dedupe_key: `${kind}:1` };
  await insertRow('outbox', n, row);
  const { ctx, mails } = makeTestContext();
  await processOutboxRow(ctx, `outbox-${n}`);
  return mails[0]?.text ?? '';
};

it.each(['deposit-paid', 'booking-made'] as const)(
  'the e-mail %s has a link whose token is stored only as a hash',
  async (kind) => {
    const text = await confirm(kind);
    const [, day, token = ''] =
      /It works until (.+?)\. It is.*\n\nSame as last time:\nhttp:\/\/localhost:8788\/#again=([\w-]{43})\n/.exec(
        text,
      ) ?? [];
    expect(day).toBe(formatDay(inDays(399)));
    expect(await links()).toEqual([{ token_hash: await sha256(token) }]);
    const stored = [await rows('SELECT * FROM outbox'), await rows('SELECT * FROM repeat_links')];
    expect(JSON.stringify(stored)).not.toContain(token);
    const reply = await read(token);
    expect([reply.status, await reply.json()]).toEqual([200, BOOKED]);
    expect(reply.headers.get('Cache-Control')).toBe('no-store');
  },
);

it('the reply has neither notes nor anything about payments, and changes nothing', async () => {
  const token = await newToken();
  const before = await rows('SELECT * FROM bookings');
  for (let calls = 0; calls < 3; calls += 1) {
    expect(await (await read(token)).text()).not.toMatch(/4711|PO-7|pi_|cus_/);
  }
  expect([await rows('SELECT * FROM bookings'), await links()]).toEqual([before, expect.any(Array)]);
});

it('each link opens its own booking, and an unknown one opens none', async () => {
  await insertRental(2);
  const [first, second] = [await newToken(1), await newToken(2)];
  expect([await answerOf(first), await answerOf(second)]).toEqual(['Customer1', 'Customer2']);
  const reply = await read(`${first}x`);
  expect([reply.status, await readError(reply)]).toMatchObject([
    404,
    { code: 'not_found', message: 'This link has ended, or it is incomplete.' },
  ]);
  const [stored] = await links();
  expect(await answerOf(stored?.token_hash ?? '')).toBe(404);
  expect((await read('')).status).toBe(400);
});

it('the data are those of the booking now, also when it is cancelled', async () => {
  const token = await newToken();
  await rows("UPDATE bookings SET company = 'Quarry LLC', status = 'cancelled', phone = '5185550123'");
  expect(await (await read(token)).json()).toEqual({ ...BOOKED, company: 'Quarry LLC', phone: '5185550123' });
});

it.each([
  [399, 'Customer1'],
  [401, 404],
])('after %i days the link answers %s', async (days, answer) => {
  const token = await newToken();
  await rows(
    'UPDATE repeat_links SET created_at = created_at - ?1, expires_at = expires_at - ?1',
    days * DAY_MS,
  );
  expect(await answerOf(token)).toBe(answer);
});

it('ends with the personal data of its customer, and only for that customer', async () => {
  await insertRental(2);
  const [first, second] = [await newToken(1), await newToken(2)];
  await removeFirst();
  expect([await answerOf(first), await answerOf(second)]).toEqual([404, 'Customer2']);
  expect(await links()).toEqual([{ token_hash: await sha256(second) }]);
});

it('ends when staff correct the e-mail address, because the link went to the other one', async () => {
  const token = await newToken();
  const { send } = await signIn('dana', 'admin');
  const [{ version } = { version: 0 }] = await rows<{ version: number }>('SELECT version FROM bookings');
  const change = (changes: Row) =>
    send('PATCH', 'bookings/1', { ifMatch: `"${version}"`, ...changes }).then(({ status }) => status);
  expect(await change({ email: 'ADA1@example.com ' })).toBe(200);
  expect(await answerOf(token)).toBe('Customer1');
  await rows("UPDATE bookings SET email = 'ada.new@example.com'");
  expect([await answerOf(token), await links()]).toEqual([404, []]);
  expect(await newToken(1, 'ada1@example.com')).toBe('');
  expect(await answerOf(await newToken(1, 'ada.new@example.com'))).toBe('Customer1');
});

it('the token is in no log, and a network that calls too often is refused', async () => {
  const token = await newToken();
  const log = captureLog();
  const limited: Env = {
    ...debugEnv,
    ADDRESS_LIMITS: 'on',
    STATUS_LIMIT: { limit: async () => ({ success: false }) },
  };
  const headers = { 'CF-Connecting-IP': '198.51.100.7' };
  expect((await read(token, debugEnv)).status).toBe(200);
  const refused = await post('/api/repeat-link', { token }, { env: limited, headers });
  expect([refused.status, (await readError(refused)).code]).toEqual([429, 'too_many']);
  expect(log.text()).toContain('/api/repeat-link');
  expect(log.text()).not.toContain(token);
});

it('the database refuses a token that is not hashed', async () => {
  await expect(insertRow('repeat_links', 1, { token_hash: 'token' })).rejects.toThrow('repeat_links_hash');
});
