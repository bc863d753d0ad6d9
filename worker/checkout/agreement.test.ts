import { beforeEach, describe, expect, it } from 'vitest';
import { type BookingData, TERMS_VERSION } from '#contract/checkout.ts';
import { FIRST_RATE_CARD, FIRST_RATE_CARD_ID } from '#domain/catalog/seed.ts';
import { makeRate, makeTaxRule } from '#domain/test/rate-cards.ts';
import { publishCard } from '#worker/test/catalog.ts';
import { getStripeIntent, ip, KEY } from '#worker/test/checkouts.ts';
import { FIRM, findRevision, makeCustomer, priceChange, publishFirm, textsOf } from '#worker/test/prices.ts';
import { addUnits, inDays, makeBookingData, makeTestContext, rows, startOver } from '#worker/test/world.ts';
import { openCheckout } from './open.ts';

beforeEach(async () => {
  await startOver();
  await addUnits(3);
});

describe('a customer', () => {
  it('who saw another price is shown the lines, and books after agreeing to them', async () => {
    const { open, ask } = makeCustomer();
    const rateCardId = await publishFirm();
    const change = await priceChange(ask({ quoteHash: 'a'.repeat(64), depositAmount: 42_500 }));
    expect(change).toMatchObject({ rateCardId, total: 51_300, dueNow: 10_000, dueLater: 41_300 });
    expect(change.rate).toEqual(makeRate());
    expect(textsOf(change.lines)).toEqual([
      '7-Day Rental, 15-Yard, Mixed household and construction debris 47500',
      'NY sales tax 3800',
    ]);
    expect(await rows('SELECT id FROM checkouts')).toEqual([]);
    await open({ quoteHash: change.quoteHash, rateCardId, depositAmount: change.dueNow });
    expect(await findRevision()).toMatchObject({ amount: 10_000, rate_card_id: rateCardId });
  });

  it('with an unfinished booking keeps its card for every change until the hold ends', async () => {
    const { open, ask, passMinutes } = makeCustomer();
    const first = await publishFirm();
    await open();
    const later = await publishFirm({ rates: [makeRate({ price: 90_000 })] });
    const change = await priceChange(ask({ material: 'concrete', quoteHash: 'not this one' }));
    expect([change.rateCardId, change.total]).toEqual([first, 64_800]);
    expect(change.rate).toEqual(makeRate({ material: 'concrete', price: 60_000 }));
    await open({ quoteHash: change.quoteHash });
    expect(await findRevision()).toMatchObject({ material_id: 'concrete', rate_card_id: first });
    passMinutes(31);
    expect(await ask()).toMatchObject({ code: 'invalid', message: 'Material must be mixed' });
    const again = await priceChange(ask({ material: 'mixed' }));
    expect([again.rateCardId, again.total]).toEqual([later, 97_200]);
    await open({ quoteHash: again.quoteHash });
    expect(await findRevision()).toMatchObject({ material_id: 'mixed', rate_card_id: later });
  });

  it.each([
    ['an unknown card', async () => ({ rateCardId: 999_999 })],
    [
      'the draft',
      async () => {
        await rows("INSERT INTO rate_cards (status, base_id, created_at) VALUES ('draft', 1, 0)");
        const [draft] = await rows<{ id: number }>("SELECT id FROM rate_cards WHERE status = 'draft'");
        return { rateCardId: draft?.id ?? 0 };
      },
    ],
    [
      'a superseded card with its own hash',
      async () => {
        const { quoteHash, rateCardId } = await priceChange(makeCustomer().ask({ quoteHash: '' }));
        await publishFirm();
        return { rateCardId, quoteHash };
      },
    ],
    [
      'the hash of another rental',
      async () => {
        const other = await priceChange(makeCustomer({ rentalType: '1-day' }).ask({ quoteHash: '' }));
        return { rateCardId: other.rateCardId, quoteHash: other.quoteHash };
      },
    ],
    [
      'the hash of another card',
      async () => {
        const { quoteHash } = await priceChange(makeCustomer().ask({ quoteHash: '' }));
        const rateCardId = await publishCard({});
        return { rateCardId, quoteHash };
      },
    ],
  ])('who names %s is asked again', async (_name, shown) => {
    const { ask } = makeCustomer();
    await priceChange(ask(await shown()));
    expect(await rows('SELECT id FROM checkouts')).toEqual([]);
  });

  it('who names a newer card while a hold lives is asked again, and keeps the hold', async () => {
    const { open, ask } = makeCustomer();
    await open();
    const rateCardId = await publishFirm();
    const change = await priceChange(ask({ rateCardId }));
    expect([change.rateCardId, change.dueNow]).toEqual([FIRST_RATE_CARD_ID, 42_500]);
    expect(await findRevision()).toMatchObject({ amount: 42_500, rate_card_id: FIRST_RATE_CARD_ID });
  });

  it('with an unfinished booking can change to what only a newer card offers: the old hold ends', async () => {
    const { open, ask, payFor } = makeCustomer();
    const first = await open();
    const rateCardId = await publishFirm();
    const zip = '12207';
    // Nothing ends while the new price is not agreed to.
    const change = await priceChange(
      ask({ material: 'concrete', zip, quoteHash: 'not this one', rateCardId }),
    );
    expect([change.rateCardId, change.total]).toEqual([rateCardId, 64_800]);
    expect(await findRevision()).toMatchObject({ material_id: 'mixed', rate_card_id: FIRST_RATE_CARD_ID });
    const again = await open({ quoteHash: change.quoteHash, depositAmount: change.dueNow });
    expect(await findRevision()).toMatchObject({ material_id: 'concrete', rate_card_id: rateCardId });
    expect(await rows('SELECT count(*) AS n FROM dumpster_schedule')).toEqual([{ n: 1 }]);
    expect((await getStripeIntent(first.clientSecret)).status).toBe('canceled');
    expect(await payFor(again)).toMatchObject({ material_id: 'concrete', deposit_amount: 10_000 });
  });

  it('with an unfinished booking gets the field of what no card offers, and keeps the hold', async () => {
    const { open, ask } = makeCustomer();
    await open();
    await publishFirm();
    expect(await ask({ material: 'dirt' })).toMatchObject({
      code: 'invalid',
      message: 'Material must be mixed',
    });
    expect(await findRevision()).toMatchObject({ material_id: 'mixed', rate_card_id: FIRST_RATE_CARD_ID });
  });

  it('who has paid sees the booking, even if another catalog was published since', async () => {
    const { open, payFor, ask } = makeCustomer();
    await payFor(await open());
    await publishCard({ rates: [makeRate({ rentalOption: '1-day' })], area: { mode: 'listed', zones: [] } });
    expect((await ask({ quoteHash: 'x', termsVersion: 'unknown' })).code).toBe('already_paid');
  });

  it('who changes the material or the placement changes the booking, and who does not, does not', async () => {
    await publishFirm();
    const { open } = makeCustomer({ zip: '12180' });
    await open();
    await open({ material: 'mixed', placementType: 'private' });
    expect(await findRevision()).toMatchObject({ revision: 1, placement_type: 'private' });
    await open({ placementType: 'street' });
    expect(await findRevision()).toMatchObject({ revision: 2, placement_type: 'street' });
    await open({ material: 'concrete' });
    expect(await findRevision()).toMatchObject({ revision: 3, material_id: 'concrete' });
  });

  it('whose state the ZIP code contradicts is asked to correct it, if it has another tax', async () => {
    await publishFirm();
    const message =
      'ZIP code 12207 is in New York. Please choose this state, or correct the ZIP code. If both are right, please call us at (555) 010-0142.';
    expect(await makeCustomer().ask({ state: 'NJ' })).toMatchObject({
      status: 400,
      code: 'invalid',
      message,
      extras: { issues: [{ path: 'bookingData.state', message }] },
    });
    expect(await rows('SELECT id FROM checkouts')).toEqual([]);
    await publishFirm({ taxRules: [makeTaxRule({ state: null, zips: '12207' })] });
    await makeCustomer().open({ state: 'NJ' });
    expect(await findRevision()).toMatchObject({ state: 'NJ', zip: '12207' });
  });

  it('whose ZIP code is not served is declined with the phone number, and it is counted', async () => {
    await publishFirm();
    const { open, ask } = makeCustomer({ zip: '90210' });
    const declined = {
      code: 'invalid',
      message:
        'Sorry, we do not deliver to 90210 yet. Please call us at (555) 010-0142: we may still be able to help.',
    };
    const path = 'bookingData.zip';
    expect(await ask()).toMatchObject({
      ...declined,
      extras: { issues: [{ path, message: declined.message }] },
    });
    expect(await rows('SELECT id FROM checkouts')).toEqual([]);
    await open({ zip: '12207' });
    expect(await ask({ zip: '90210-0001' })).toMatchObject(declined);
    expect(await findRevision()).toMatchObject({ zip: '12207', zone: 'near' });
    expect(await rows('SELECT zip, count FROM declined_zips')).toEqual([{ zip: '90210', count: 2 }]);
  });

  it.each<[Partial<BookingData>, string, string]>([
    [{ material: 'dirt' }, 'material', 'Material must be mixed or concrete'],
    [{ dumpsterType: '20-yard' }, 'dumpsterType', 'Dumpster type must be 10-yard or 15-yard'],
    [{ rentalType: '30-day' }, 'rentalType', 'Rental duration must be 1-day or 7-day'],
    [
      { dumpsterType: '10-yard', material: 'mixed' },
      'dumpsterType',
      'The 10-Yard dumpster is not offered for a 7-Day Rental of Mixed household and construction debris. Please choose another size.',
    ],
    [
      { dumpsterType: '10-yard', rentalType: '1-day' },
      'dumpsterType',
      'The 10-Yard dumpster is not offered for a 1-Day Rental. Please choose another size.',
    ],
    [{ deliveryDate: inDays(31) }, 'deliveryDate', 'Delivery date must be within the next 30 days'],
  ])('who asks for what is not offered gets the field: %j', async (changes, field, message) => {
    await publishCard({
      ...FIRM,
      rates: [
        makeRate(),
        makeRate({ rentalOption: '1-day' }),
        makeRate({ dumpsterSize: '10-yard', material: 'concrete' }),
        makeRate({ dumpsterSize: '20-yard', isOffered: false }),
      ],
      area: FIRST_RATE_CARD.area,
      calendar: { ...FIRST_RATE_CARD.calendar, horizonDays: 30 },
    });
    const { ask } = makeCustomer();
    const issues = [{ path: `bookingData.${field}`, message }];
    expect(await ask(changes)).toMatchObject({ code: 'invalid', message, extras: { issues } });
  });

  it('without a material gets the first one that is offered for the rental and the size', async () => {
    await publishCard({
      ...FIRM,
      area: FIRST_RATE_CARD.area,
      rates: [makeRate({ isOffered: false }), makeRate({ material: 'concrete', deposit: 20_000 })],
    });
    const { open } = makeCustomer();
    await open();
    expect(await findRevision()).toMatchObject({ material_id: 'concrete', amount: 20_000 });
  });
});

describe('the terms that a customer accepts', () => {
  const HOUR_MS = 60 * 60_000;
  const publishTerms = (version: string, hoursAgo: number) =>
    rows(
      "INSERT INTO terms_versions (type, version, markdown, html, published_at) VALUES ('terms', ?, '', '', ?)",
      version,
      Date.now() - hoursAgo * HOUR_MS,
    );

  beforeEach(async () => {
    await publishTerms('a', 1000);
    await publishTerms('b', 25);
    await publishTerms('c', 23);
    await publishTerms('future', -1);
  });

  it.each([
    ['c', 'c'],
    ['b', 'b'],
    [undefined, 'c'],
  ])('can be %j: the current ones, or those of the last 24 hours', async (termsVersion, stored) => {
    await makeCustomer().open(termsVersion === undefined ? {} : { termsVersion });
    expect(await rows('SELECT terms_version FROM checkouts')).toEqual([{ terms_version: stored }]);
  });

  it('that are newer are stored with a repeated call and with a revision', async () => {
    const { open, passMinutes } = makeCustomer();
    const stored = () => rows('SELECT terms_version, terms_accepted_at AS at FROM checkouts');
    await open({ termsVersion: 'b' });
    const [first] = await stored();
    passMinutes(1);
    await open({ termsVersion: 'c' });
    const [second] = await stored();
    expect([first?.terms_version, second?.terms_version]).toEqual(['b', 'c']);
    expect(Number(second?.at)).toBeGreaterThan(Number(first?.at));
    passMinutes(1);
    await open({ termsVersion: 'c', notes: 'Ring twice' });
    expect(await stored()).toEqual([second]);
    await open({ termsVersion: 'b', notes: 'Ring once' });
    expect(await stored()).toMatchObject([{ terms_version: 'b' }]);
  });

  it('are the first ones until a text is stored', async () => {
    await startOver();
    await addUnits(1);
    expect(await makeCustomer().ask({ termsVersion: 'unknown' })).toMatchObject({
      code: 'terms_changed',
      extras: { body: { termsVersion: TERMS_VERSION } },
    });
    await makeCustomer().open({ termsVersion: TERMS_VERSION });
  });

  it.each(['a', 'future', 'unknown'])('cannot be %j', async (termsVersion) => {
    expect(await makeCustomer().ask({ termsVersion })).toMatchObject({
      code: 'terms_changed',
      status: 409,
      extras: { body: { termsVersion: 'c' } },
    });
    expect(await rows('SELECT id FROM checkouts')).toEqual([]);
  });
});

it('equal calls during a publication make one checkout, priced by one card, or are asked again', async () => {
  const { ctx } = makeTestContext({ pauseMs: 5 });
  const { quoteHash } = await priceChange(makeCustomer().ask({ quoteHash: '' }));
  const data = { ...makeBookingData(), quoteHash };
  const call = () =>
    openCheckout(ctx, { data, key: KEY, ip }).then(
      () => 'ok',
      (error: { code: string }) => error.code,
    );
  const [, ...answers] = await Promise.all([publishFirm(), ...Array.from({ length: 12 }, call)]);
  expect(answers.filter((answer) => !['ok', 'busy', 'price_changed'].includes(answer))).toEqual([]);
  const checkouts = await rows('SELECT rate_card_id FROM checkouts');
  expect(checkouts.length).toBeLessThanOrEqual(1);
  for (const checkout of checkouts) expect(checkout).toEqual({ rate_card_id: FIRST_RATE_CARD_ID });
});
