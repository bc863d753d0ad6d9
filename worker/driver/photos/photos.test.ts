import { beforeEach, describe, expect, it } from 'vitest';
import { sha256 } from '#worker/base/platform/digest.ts';
import { removalStatements } from '#worker/operations/removals/statements.ts';
import { insertRow } from '#worker/test/builders.ts';
import { insertRoute } from '#worker/test/driver-routes.ts';
import { call, readError } from '#worker/test/http.ts';
import { bytesOf, jpeg, png, SECRET, segment } from '#worker/test/images.ts';
import { signIn } from '#worker/test/staff.ts';
import { makeTestContext, rows, startOver, testEnv } from '#worker/test/world.ts';
import { purgeOrphanedPhotos, purgePhotos, purgePositions } from './purge.ts';

describe('an upload', () => {
  const ID = '0b6a6c52-3b8c-4a3e-9a1e-3f0f3a7f1d11';
  beforeEach(async () => {
    await startOver();
    const { objects } = await testEnv.PHOTOS.list();
    await testEnv.PHOTOS.delete(objects.map(({ key }) => key));
  });

  async function world() {
    const ben = await signIn('ben', 'driver');
    const other = await signIn('other', 'driver');
    await insertRow('bookings', 1);
    await insertRoute(1, { driverId: ben.id, stops: [{ id: 11, type: 'delivery', booking_id: 1 }] });
    const put = async (
      bytes: Uint8Array,
      { as = ben, id = ID, hash = '', stopId = 11, more = '' }: Partial<PutInput> = {},
    ) =>
      call(
        `/api/driver/photos/${id}?stopId=${stopId}&type=delivery_placement&sha256=${hash || (await sha256(bytes))}${more}`,
        { method: 'PUT', headers: { Cookie: as.Cookie, 'Content-Type': 'image/jpeg' }, body: bytes },
      );
    return { ben, other, put };
  }
  type PutInput = {
    as: Awaited<ReturnType<typeof signIn>>;
    id: string;
    hash: string;
    stopId: number;
    more: string;
  };
  const answer = async (reply: Response) => [
    reply.status,
    await reply.json<{ result?: string; code?: string }>(),
  ];

  it('is stored once, without its metadata, and read by its driver and the office only', async () => {
    const { ben, other, put } = await world();
    const file = jpeg(segment(0xe1, bytesOf(`Exif\0\0${SECRET}`)));
    const [first, second] = await Promise.all([put(file), put(file)]);
    expect([first.status, second.status]).toEqual([200, 200]);
    expect(await answer(await put(file, { id: ID.toUpperCase() }))).toMatchObject([
      200,
      { id: ID, result: 'already_stored', width: 640, height: 480 },
    ]);
    expect(await rows('SELECT booking_id, stop_id, photo_url, sha256 FROM delivery_photos')).toEqual([
      { booking_id: 1, stop_id: 11, photo_url: `/api/admin/photos/${ID}`, sha256: await sha256(file) },
    ]);
    for (const [bytes, input] of [
      [jpeg(), {}],
      [file, { as: other }],
    ] as const) {
      if (input.as) await insertRow('stop_publications', 11, { driver_id: other.id });
      expect(await answer(await put(bytes, input))).toMatchObject([409, { code: 'conflict' }]);
    }

    const dana = await signIn('dana', 'view_only');
    const read = (path: string, { Cookie }: { Cookie: string }) => call(path, { headers: { Cookie } });
    const shown = await read(`/api/admin/photos/${ID}`, dana);
    expect(new Uint8Array(await shown.arrayBuffer())).toEqual(jpeg());
    expect(Object.fromEntries(shown.headers)).toMatchObject({
      'content-type': 'image/jpeg',
      'x-content-type-options': 'nosniff',
      'cache-control': 'private, no-store',
      'content-security-policy': expect.stringContaining('sandbox'),
    });
    const own = `/api/driver/photos/${ID}`;
    expect([(await read(own, ben)).status, (await read(own, other)).status]).toEqual([200, 404]);
  });

  it('is refused when it is damaged, no picture, too large, or of a stop of someone else', async () => {
    const { other, put } = await world();
    expect(await answer(await put(jpeg(), { hash: '0'.repeat(64) }))).toMatchObject([
      400,
      { code: 'invalid' },
    ]);
    expect(await answer(await put(bytesOf('GIF89a')))).toMatchObject([400, { code: 'invalid' }]);
    expect(await answer(await put(new Uint8Array(5 * 1024 * 1024 + 1)))).toMatchObject([
      413,
      { code: 'too_large' },
    ]);
    expect(await answer(await put(jpeg(), { as: other }))).toMatchObject([404, { code: 'not_found' }]);
    expect(await answer(await put(jpeg(), { stopId: 12 }))).toMatchObject([404, { code: 'not_found' }]);
    expect((await testEnv.PHOTOS.list()).objects).toEqual([]);
  });

  it('keeps where and when it was taken beside the picture, and a half place not at all', async () => {
    const { put } = await world();
    const at = Date.now() - 60_000;
    const place = `&lat=42.65&lng=-73.75&takenAt=${new Date(at).toISOString()}`;
    await put(jpeg(), { more: place });
    await put(jpeg(), { id: ID.replace('0b6a', '1b6a'), more: '&lat=42.65' });
    expect(
      await rows('SELECT gps_lat AS lat, gps_lng AS lng, taken_at AS at FROM delivery_photos ORDER BY id'),
    ).toEqual([
      { lat: 42.65, lng: -73.75, at },
      { lat: null, lng: null, at: null },
    ]);
    expect((await put(jpeg(), { id: ID.replace('0b6a', '2b6a'), more: '&lat=91&lng=0' })).status).toBe(400);
  });

  it('that was interrupted before its row is completed when it is sent again', async () => {
    const { ben, put } = await world();
    const customMetadata = { upload: `${ben.id} ${await sha256(jpeg())}` };
    await testEnv.PHOTOS.put(`photos/${ID}`, jpeg(), { customMetadata });
    expect(await answer(await put(png()))).toMatchObject([409, { code: 'conflict' }]);
    expect(await answer(await put(jpeg()))).toMatchObject([200, { result: 'stored' }]);
  });

  it('of a deactivated driver counts only if it was taken before', async () => {
    const { ben, put } = await world();
    const { ctx } = makeTestContext();
    const atMs = ctx.now();
    await ctx.sessions.restrict(ben.id, { atMs, untilMs: atMs + 60_000 });
    const taken = (ms: number) => ({ more: `&takenAt=${new Date(ms).toISOString()}` });
    expect((await put(jpeg())).status).toBe(403);
    expect((await put(jpeg(), taken(atMs))).status).toBe(403);
    expect((await put(jpeg(), taken(atMs - 1))).status).toBe(200);
  });

  it('is deleted when it is old, or when the data of its customer is removed', async () => {
    const { put } = await world();
    const kept = ID.replace('0b6a', '1b6a');
    const old = ID.replace('0b6a', '2b6a');
    for (const id of [ID, kept, old]) expect((await put(jpeg(), { id })).status).toBe(200);
    await insertRow('bookings', 2);
    await rows('UPDATE delivery_photos SET booking_id = 2 WHERE upload_id <> ?', ID);
    await rows(
      'UPDATE delivery_photos SET created_at = ? WHERE upload_id = ?',
      Date.now() - 731 * 86_400_000,
      old,
    );
    const removal = { id: 'r1', emailHash: '', removedAtMs: Date.now() };
    for (const text of removalStatements(removal, 'ada1@example.com')) await rows(text);
    const dana = await signIn('dana', 'view_only');
    const reply = await dana.send('GET', `admin/photos/${ID}`);
    expect([reply.status, (await readError(reply)).code]).toEqual([404, 'not_found']);

    expect(await purgePhotos(makeTestContext().ctx)).toBe(2);
    expect((await testEnv.PHOTOS.list()).objects.map(({ key }) => key)).toEqual([`photos/${kept}`]);
    expect((await dana.send('GET', `admin/photos/${kept}`)).status).toBe(200);
    expect(await purgePhotos(makeTestContext().ctx)).toBe(0);

    // Staff keep photos for a shorter time.
    await rows('UPDATE dispatch_settings SET photo_retention_days = 30');
    const { ctx, passMinutes } = makeTestContext();
    passMinutes(29 * 24 * 60);
    expect(await purgePhotos(ctx)).toBe(0);
    passMinutes(2 * 24 * 60);
    expect(await purgePhotos(ctx)).toBe(1);
    expect((await testEnv.PHOTOS.list()).objects).toEqual([]);
  });

  it('of a removed customer that the phone sends again is not stored again', async () => {
    const { put } = await world();
    expect((await put(jpeg())).status).toBe(200);
    await rows('UPDATE delivery_photos SET sha256 = NULL');
    await purgePhotos(makeTestContext().ctx);
    expect(await answer(await put(jpeg()))).toMatchObject([200, { result: 'already_stored' }]);
    expect((await testEnv.PHOTOS.list()).objects).toEqual([]);
  });

  it('that was interrupted and never sent again is deleted after 30 days, within 16 nights', async () => {
    const { put } = await world();
    await put(jpeg());
    const orphan = `photos/${ID.replace('0b6a', 'fb6a')}`;
    await testEnv.PHOTOS.put(orphan, jpeg());
    const nights = async (from: number) => {
      const { ctx } = makeTestContext();
      let deleted = 0;
      for (let night = 0; night < 16; night += 1) {
        ctx.now = () => Date.now() + (from + night) * 86_400_000;
        deleted += await purgeOrphanedPhotos(ctx);
      }
      return deleted;
    };
    expect(await nights(0)).toBe(0);
    expect(await nights(31)).toBe(1);
    expect((await testEnv.PHOTOS.list()).objects.map(({ key }) => key)).toEqual([`photos/${ID}`]);
  });
});

it('where a driver was is removed with the photos of its time', async () => {
  await startOver();
  const ben = await signIn('ben', 'driver');
  await insertRoute(1, { driverId: ben.id, stops: [{ id: 11, type: 'yard' }] });
  const old = Date.now() - 731 * 86_400_000;
  for (const [n, received_at] of [
    [1, old],
    [2, Date.now()],
  ] as const) {
    const payload = '{"lat":42.6,"lng":-73.7}';
    await insertRow('driver_actions', n, { driver_id: ben.id, stop_id: 11, payload, received_at });
  }
  const { ctx } = makeTestContext();
  expect([await purgePositions(ctx), await purgePositions(ctx)]).toEqual([1, 0]);
  expect(await rows('SELECT payload FROM driver_actions ORDER BY received_at')).toEqual([
    { payload: '{}' },
    { payload: '{"lat":42.6,"lng":-73.7}' },
  ]);
});
