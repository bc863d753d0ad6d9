import { beforeEach, describe, expect, it } from 'vitest';
import { FIRST_RATE_CARD_ID } from '#domain/catalog/seed.ts';
import { findRefusal, getStripeIntent, holdRequest, PHONE } from '#worker/test/checkouts.ts';
import { captureLog } from '#worker/test/http.ts';
import { findRevision, makeCustomer, priceChange, publishFirm } from '#worker/test/prices.ts';
import { addUnits, control, makeTestContext, rows, startOver } from '#worker/test/world.ts';

beforeEach(startOver);

describe('with Turnstile', () => {
  beforeEach(() => addUnits(1));

  function answer(turnstileToken?: string) {
    const world = makeTestContext();
    world.ctx.settings = { ...world.ctx.settings, turnstileSecretKey: 'secret' };
    return findRefusal(world, holdRequest(1, turnstileToken ? { turnstileToken } : {}));
  }

  it('the first hold needs a token that Cloudflare accepts', async () => {
    for (const token of [undefined, 'robot']) {
      expect(await answer(token)).toMatchObject({
        code: 'invalid',
        extras: { issues: [{ path: 'bookingData.turnstileToken' }] },
      });
    }
    expect(await answer('human')).toBeNull();
  });

  it.each(['internal-error', 'invalid-input-secret', 'status-500', 'no-answer'])(
    'a check that fails with %s is 503 with the number to call, and holds nothing',
    async (token) => {
      const log = captureLog();
      const error = await answer(token);
      expect(error).toMatchObject({ code: 'unavailable', status: 503, extras: { body: { phone: PHONE } } });
      expect(error?.message).toContain(PHONE);
      expect(log.lines('turnstile_unavailable')).toHaveLength(1);
      expect(await rows('SELECT id FROM checkouts')).toEqual([]);
      expect(await control('requests')).toEqual([]);
    },
  );

  it('a customer who does not pass keeps the hold that a change to another rate card would end', async () => {
    const { ctx, open, ask, payFor } = makeCustomer();
    const first = await open();
    const rateCardId = await publishFirm();
    const changes = { material: 'concrete', zip: '12207', rateCardId };
    const { quoteHash, dueNow } = await priceChange(ask({ ...changes, quoteHash: 'not this one' }));
    ctx.settings = { ...ctx.settings, turnstileSecretKey: 'secret' };
    const agreed = { quoteHash, depositAmount: dueNow };
    for (const [turnstileToken, code] of [
      ['robot', 'invalid'],
      ['no-answer', 'unavailable'],
    ]) {
      expect(await ask({ ...agreed, turnstileToken })).toMatchObject({ code });
      expect(await findRevision()).toMatchObject({ material_id: 'mixed', rate_card_id: FIRST_RATE_CARD_ID });
    }
    expect((await getStripeIntent(first.clientSecret)).status).toBe('requires_payment_method');
    const again = await open({ turnstileToken: 'human' });
    expect(await payFor(again)).toMatchObject({ material_id: 'concrete' });
  });
});
