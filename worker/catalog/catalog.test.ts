import { beforeEach, describe, expect, it } from 'vitest';
import { TERMS_VERSION } from '#contract/checkout.ts';
import type { ReplyOf } from '#contract/endpoint.ts';
import { type PublicCatalog, publicCatalog } from '#contract/public-catalog.ts';
import type { getServiceArea } from '#contract/service-area.ts';
import { FIRST_RATE_CARD } from '#domain/catalog/seed.ts';
import { publishCard } from '#worker/test/catalog.ts';
import { call, readError } from '#worker/test/http.ts';
import { signIn } from '#worker/test/staff.ts';
import { currentDay, inDays, rows, startOver, testEnv } from '#worker/test/world.ts';

beforeEach(startOver);

const readCatalog = async () => (await call('/api/catalog')).json<PublicCatalog>();
const [mixed] = FIRST_RATE_CARD.materials;
if (!mixed) throw new Error('The first rate card has no material');

describe('GET /api/catalog', () => {
  it('answers with the first rate card and the business of the settings', async () => {
    const catalog = await readCatalog();
    expect(publicCatalog.parse(catalog)).toEqual(catalog);
    expect(catalog).toEqual({
      version: 1,
      publishedAt: '1970-01-01T00:00:00.000Z',
      timeZone: 'America/New_York',
      ...FIRST_RATE_CARD,
      termsVersion: TERMS_VERSION,
      business: {
        name: testEnv.BUSINESS_NAME,
        phone: testEnv.BUSINESS_PHONE,
        email: testEnv.BUSINESS_EMAIL,
        openingHours: '',
        creditName: testEnv.CREDIT_NAME,
        creditUrl: testEnv.CREDIT_URL,
        accent: 'yellow',
        logoUrl: null,
        frameOrigins: [],
      },
      pause: { isPaused: false, text: '' },
      offersTexts: true,
    });
  });

  it('shows a publication at once, with its offered entries only', async () => {
    const retired = { ...mixed, id: 'concrete', isActive: false };
    const dirt = { ...mixed, id: 'dirt', sizes: ['10-yard'] };
    const version = await publishCard({
      rentalOptions: FIRST_RATE_CARD.rentalOptions.map((one) => ({ ...one, isActive: one.id === '7-day' })),
      materials: [mixed, retired, dirt],
      rates: FIRST_RATE_CARD.rates.flatMap((rate) => [
        { ...rate, isOffered: rate.dumpsterSize !== '30-yard' },
        { ...rate, material: 'concrete' },
        { ...rate, material: 'dirt' },
      ]),
      chargeItems: [
        {
          id: 'tire',
          name: 'Tire',
          unit: 'each',
          unitPrice: 1500,
          applies: 'optional',
          isTaxable: true,
          isActive: true,
        },
        {
          id: 'old',
          name: 'Old',
          unit: 'each',
          unitPrice: 1,
          applies: 'optional',
          isTaxable: true,
          isActive: false,
        },
      ],
      projectPresets: ['mixed', 'concrete'].map((material) => ({
        id: `patio-${material}`,
        kind: 'project',
        name: 'Patio',
        material,
        size: null,
        volumeLow: 1,
        volumeHigh: 2,
        weightLow: 1,
        weightHigh: 2,
      })),
    });
    const catalog = await readCatalog();
    expect(catalog.version).toBe(version);
    expect(catalog.rentalOptions.map(({ id }) => id)).toEqual(['7-day']);
    expect(catalog.materials.map(({ id }) => id)).toEqual(['mixed', 'dirt']);
    expect(catalog.chargeItems.map(({ id }) => id)).toEqual(['tire']);
    expect(catalog.projectPresets.map(({ id }) => id)).toEqual(['patio-mixed']);
    expect(catalog.rates.map((rate) => [rate.rentalOption, rate.dumpsterSize, rate.material])).toEqual([
      ['7-day', '10-yard', 'mixed'],
      ['7-day', '10-yard', 'dirt'],
      ['7-day', '15-yard', 'mixed'],
      ['7-day', '20-yard', 'mixed'],
    ]);
  });

  it('has the pause and the newest version of the terms', async () => {
    await rows("UPDATE booking_pause SET is_paused = 1, text = 'Snow until Friday'");
    for (const [version, publishedAt] of [
      ['a', 1],
      ['c', 3],
      ['b', 2],
    ]) {
      await rows(
        "INSERT INTO terms_versions (type, version, markdown, html, published_at) VALUES ('terms', ?, '', '', ?)",
        version,
        publishedAt,
      );
    }
    expect(await readCatalog()).toMatchObject({
      pause: { isPaused: true, text: 'Snow until Friday' },
      termsVersion: 'c',
    });
  });

  it('never has ZIP codes of zones', async () => {
    const zones = [{ id: 'near', name: 'Near', surcharge: 0, streetRule: null }];
    await publishCard({ area: { mode: 'listed', zones } }, { zoneZips: { near: ['12207'] } });
    expect(JSON.stringify(await readCatalog())).not.toContain('12207');
  });
});

describe('GET /api/service-area', () => {
  const ask = (zip: string, init: RequestInit = {}) =>
    call(`/api/service-area?zip=${encodeURIComponent(zip)}`, init);
  const read = async (zip: string) => (await ask(zip)).json<ReplyOf<typeof getServiceArea>>();
  const zones = [
    { id: 'near', name: 'Near', surcharge: 0, streetRule: null },
    { id: 'far', name: 'Far', surcharge: 4500, streetRule: null },
  ];
  const zoneZips = { near: ['12207'], far: ['12301-12399'] };
  const served = { served: true, message: null };

  it('serves every ZIP code of a business that delivers everywhere', async () => {
    expect(await read('00100')).toEqual({ ...served, zone: null, surcharge: null });
    await publishCard({ area: { mode: 'everywhere', zones } }, { zoneZips });
    expect(await read('00100')).toEqual({ ...served, zone: null, surcharge: null });
    const schenectady = { city: 'Schenectady', state: 'NY' };
    expect(await read('12345')).toEqual({ ...served, zone: 'far', surcharge: 4500, ...schenectady });
  });

  it('declines other ZIP codes politely, and counts them by day', async () => {
    await publishCard({ area: { mode: 'listed', zones } }, { zoneZips });
    expect(await read('12207-1234')).toEqual({
      ...served,
      zone: 'near',
      surcharge: 0,
      city: 'Albany',
      state: 'NY',
    });
    const declined = await read('90210');
    expect(declined).toEqual({
      served: false,
      zone: null,
      surcharge: null,
      message: `Sorry, we do not deliver to 90210 yet. Please call us at ${testEnv.BUSINESS_PHONE}: we may still be able to help.`,
    });
    await read('90210-1111');
    await read('10001');
    expect(await rows('SELECT zip, day, count FROM declined_zips ORDER BY zip')).toEqual([
      { zip: '10001', day: currentDay(), count: 1 },
      { zip: '90210', day: currentDay(), count: 2 },
    ]);
    await rows(
      "INSERT INTO declined_zips VALUES ('90210', ?, 5), ('10001', ?, 100)",
      inDays(-89),
      inDays(-90),
    );
    const { send } = await signIn('dana', 'admin');
    expect(await (await send('GET', 'admin/catalog/declined-zips')).json()).toEqual({
      since: inDays(-89),
      zips: [
        { zip: '90210', count: 7, lastDay: currentDay() },
        { zip: '10001', count: 1, lastDay: currentDay() },
      ],
      total: 2,
    });
  });

  it.each(['', '1234', '123456', '12207-12', 'abcde', "12207'--", '１２２０７'])(
    'refuses %j, which is no ZIP code',
    async (zip) => {
      const reply = await ask(zip);
      const { code, issues } = await readError(reply);
      expect([reply.status, code, issues?.[0]?.path]).toEqual([400, 'invalid', 'zip']);
      expect(await rows('SELECT * FROM declined_zips')).toEqual([]);
    },
  );
});
