import { beforeEach, describe, expect, it } from 'vitest';
import { TEXT_CONSENT_WORDING } from '#domain/shared/texts.ts';
import { openCheckout } from '#worker/checkout/open.ts';
import { syncOpenCheckouts } from '#worker/checkout/tasks.ts';
import { insertRow } from '#worker/test/builders.ts';
import { ip, KEY } from '#worker/test/checkouts.ts';
import { makePhoneDesk } from '#worker/test/phone-orders.ts';
import { listChanges, signIn } from '#worker/test/staff.ts';
import { addUnits, makeBookingData, makeTestContext, pay, rows, startOver } from '#worker/test/world.ts';

beforeEach(startOver);

const consents = () =>
  rows('SELECT booking_id, phone, is_given, source, wording, ip, created_by FROM text_consents ORDER BY id');

describe('a customer who books online', () => {
  async function book(...calls: (boolean | undefined)[]) {
    const { ctx } = makeTestContext();
    await addUnits(1);
    const details = makeBookingData({ phone: '(518) 555-0101' });
    let clientSecret = '';
    for (const textOptIn of calls) {
      const data = textOptIn === undefined ? details : { ...details, textOptIn };
      clientSecret = (await openCheckout(ctx, { data, key: KEY, ip })).clientSecret;
    }
    await pay(clientSecret);
    await syncOpenCheckouts(ctx, { isForced: true });
    await syncOpenCheckouts(ctx, { isForced: true });
  }

  it('and checks the box has agreed, with the words, the time and the address', async () => {
    await book(true);
    expect(await consents()).toEqual([
      {
        booking_id: expect.any(Number),
        phone: '+15185550101',
        is_given: 1,
        source: 'form',
        wording: TEXT_CONSENT_WORDING,
        ip,
        created_by: null,
      },
    ]);
  });

  it.each([[[undefined]], [[false]], [[true, false]]])(
    'and does not check it at last (%j) has not',
    async (calls) => {
      await book(...calls);
      expect(await rows('SELECT id FROM bookings')).toHaveLength(1);
      expect(await consents()).toEqual([]);
    },
  );

  it('and checks it after the payment was opened has agreed', async () => {
    await book(false, true);
    expect(await consents()).toHaveLength(1);
  });
});

describe('staff', () => {
  let dana: Awaited<ReturnType<typeof signIn>>;
  beforeEach(async () => {
    dana = await signIn('dana', 'dispatcher');
  });

  it('record the consent of an order by phone', async () => {
    await addUnits(1);
    const { id } = await makePhoneDesk(() => dana).make({ textOptIn: true });
    expect(await consents()).toMatchObject([
      { booking_id: id, phone: '+15185550199', is_given: 1, source: 'phone_order', created_by: dana.id },
    ]);
  });

  it('record and withdraw a consent, once however often they press', async () => {
    await insertRow('bookings', 1, { phone: '518 555 0101' });
    const set = async (isGiven: boolean) =>
      (await dana.send('PUT', 'bookings/1/text-consent', { isGiven })).json<{ state: string }>();
    expect(await (await dana.send('GET', 'bookings/1/texts')).json()).toMatchObject({
      isOffered: true,
      state: 'not_asked',
      consent: null,
      messages: [],
      bounce: null,
    });
    expect(await set(true)).toMatchObject({ state: 'on', consent: { createdBy: 'dana' } });
    await set(true);
    expect(await set(false)).toMatchObject({ state: 'withdrawn' });
    await set(false);
    expect(await consents()).toHaveLength(2);
    expect((await listChanges(dana, 1)).map(({ text }) => text)).toEqual([
      'Consent to text messages withdrawn',
      'Customer agreed to text messages on the phone',
    ]);
  });

  it('see a number that sent STOP, and cannot start it for the customer', async () => {
    await insertRow('bookings', 1, { phone: '518 555 0101' });
    await rows("INSERT INTO text_replies VALUES ('SM1', '+15185550101', 'stop', 'Stop', 5)");
    expect(await (await dana.send('PUT', 'bookings/1/text-consent', { isGiven: true })).json()).toMatchObject(
      {
        state: 'stopped',
        stoppedAt: '1970-01-01T00:00:00.005Z',
        replies: [{ body: 'Stop' }],
      },
    );
  });

  it('cannot record a consent for a number that gets no texts', async () => {
    await insertRow('bookings', 1, { phone: '+44 20 7946 0958' });
    const reply = await dana.send('PUT', 'bookings/1/text-consent', { isGiven: true });
    expect([reply.status, await reply.json()]).toMatchObject([409, { code: 'conflict' }]);
  });
});
