import { beforeEach, describe, expect, it } from 'vitest';
import { call, readError } from '#worker/test/http.ts';
import { createPaidBooking, makePaymentCalls, readSums } from '#worker/test/payments.ts';
import { signIn } from '#worker/test/staff.ts';
import { addUnits, rows, startOver } from '#worker/test/world.ts';

const DUE = 17_500;

let staff: Awaited<ReturnType<typeof signIn>>;
let charge: ReturnType<typeof makePaymentCalls>['charge'];
beforeEach(async () => {
  await startOver();
  await addUnits(2);
  staff = await signIn('dana', 'admin');
  ({ charge } = makePaymentCalls(staff, call));
});

const stateOf = async (token: string) =>
  (await (await call(`/api/pay/${token}`)).json<{ state: string }>()).state;

it('a call without a key charges nothing, and says what it needs', async () => {
  const { id } = await createPaidBooking();
  const reply = await charge(id, 100, { key: null });
  expect([reply.status, await readError(reply)]).toMatchObject([
    400,
    {
      message: expect.stringContaining('needs the header Idempotency-Key'),
      issues: [{ path: 'Idempotency-Key' }],
    },
  ]);
  expect((await readSums(id)).stripe.paid).toBe(42_500);
});

it('twenty concurrent calls with one key charge once, and each answers the state so far', async () => {
  const { id } = await createPaidBooking();
  const key = crypto.randomUUID();
  const replies = await Promise.all(Array.from({ length: 20 }, () => charge(id, DUE, { key })));
  expect(replies.filter(({ status }) => status !== 200 && status !== 202)).toEqual([]);
  expect(replies.map(({ status }) => status)).toContain(200);
  expect((await readSums(id)).stripe.paid).toBe(42_500 + DUE);
});

describe('a key of a payment link', () => {
  const create = (id: number, key: string | null) =>
    call(`/api/bookings/${id}/pay-link`, {
      method: 'POST',
      headers: {
        Cookie: staff.Cookie,
        'Content-Type': 'application/json',
        ...(key && { 'Idempotency-Key': key }),
      },
      body: '{}',
    });

  it('is required', async () => {
    const { id } = await createPaidBooking();
    const reply = await create(id, null);
    expect([reply.status, await readError(reply)]).toMatchObject([
      400,
      { message: expect.stringContaining('needs the header Idempotency-Key') },
    ]);
    expect(await rows('SELECT state, amount FROM pay_links')).toEqual([]);
  });

  it('sends one e-mail for calls that are repeated, also at once, and each answers a URL of one link', async () => {
    const { id } = await createPaidBooking();
    const key = crypto.randomUUID();
    const atOnce = await Promise.all(Array.from({ length: 12 }, () => create(id, key)));
    const replies = [...atOnce, await create(id, key)];
    expect(replies.filter(({ status }) => status !== 200)).toEqual([]);
    for (const reply of replies) {
      const { url } = await reply.json<{ url: string }>();
      expect(await stateOf(url.split('/pay/')[1] ?? '')).toBe('open');
    }
    expect(await rows('SELECT state, amount FROM pay_links')).toEqual([{ state: 'open', amount: DUE }]);
    expect(await rows("SELECT kind FROM outbox WHERE kind = 'pay-link'")).toHaveLength(1);
  });
});
