import * as fc from 'fast-check';
import { beforeEach, describe, expect, it } from 'vitest';
import { sha256 } from '#worker/platform/digest.ts';
import { removalStatements } from '#worker/removals/statements.ts';
import { insertRow } from '#worker/test/builders.ts';
import { insertRoute } from '#worker/test/driver-routes.ts';
import { call, errorOf } from '#worker/test/http.ts';
import { signIn } from '#worker/test/staff.ts';
import { makeTestContext, rows, startOver, testEnv } from '#worker/test/world.ts';
import { readImage } from './image-file.ts';
import { BadImage } from './image-parts.ts';
import { purgePhotos } from './purge.ts';

const bytesOf = (...parts: (string | number[] | Uint8Array)[]) =>
  new Uint8Array(
    parts.flatMap((part) => (typeof part === 'string' ? [...new TextEncoder().encode(part)] : [...part])),
  );
const two = (value: number) => [value >> 8, value & 255];
const four = (value: number) => [...two(value >>> 16), ...two(value & 0xffff)];
const SECRET = 'GPS 42.6512';

const segment = (marker: number, data: Uint8Array) => bytesOf([0xff, marker], two(data.length + 2), data);
const FRAME = segment(0xc0, bytesOf([8], two(480), two(640), [1, 1, 0x11, 0]));
const SCAN = bytesOf(segment(0xda, bytesOf([1, 1, 0, 0, 63, 0])), [1, 2, 0xff, 0, 3, 0xff, 0xd0, 4]);
/** A JPEG of 640 x 480 with these segments, and the same without them. */
const jpeg = (extra: Uint8Array = bytesOf()) =>
  bytesOf([0xff, 0xd8], segment(0xe0, bytesOf('JFIF\0')), extra, FRAME, SCAN, [0xff, 0xd9]);

const chunk = (type: string, data: Uint8Array) => bytesOf(four(data.length), type, data, four(7));
const png = (extra: Uint8Array = bytesOf()) =>
  bytesOf(
    [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a],
    chunk('IHDR', bytesOf(four(640), four(480), [8, 2, 0, 0, 0])),
    extra,
    chunk('IDAT', bytesOf([1, 2, 3])),
    chunk('IEND', bytesOf()),
  );

const riff = (type: string, data: Uint8Array) =>
  bytesOf(type, four(data.length).toReversed(), data, data.length % 2 ? [0] : []);
const webp = (flags: number, extra: Uint8Array = bytesOf()) => {
  const chunks = bytesOf(
    riff('VP8X', bytesOf([flags, 0, 0, 0], [639 & 255, 639 >> 8, 0], [479 & 255, 479 >> 8, 0])),
    riff('VP8L', bytesOf([0x2f, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10])),
    extra,
  );
  return bytesOf('RIFF', four(chunks.length + 4).toReversed(), 'WEBP', chunks);
};

const secret = fc.uint8Array({ maxLength: 40 }).map((noise) => bytesOf(noise, SECRET));
const FORMATS = {
  jpeg: {
    plain: jpeg(),
    hidden: secret.chain((data) =>
      fc
        .array(fc.constantFrom(0xe1, 0xe2, 0xed, 0xef, 0xfe), { minLength: 1, maxLength: 4 })
        .map((markers) => bytesOf(jpeg(bytesOf(...markers.map((marker) => segment(marker, data)))), data)),
    ),
  },
  png: {
    plain: png(),
    hidden: secret.chain((data) =>
      fc
        .array(fc.constantFrom('tEXt', 'zTXt', 'iTXt', 'eXIf', 'tIME', 'prVt'), {
          minLength: 1,
          maxLength: 4,
        })
        .map((types) => bytesOf(png(bytesOf(...types.map((type) => chunk(type, data)))), data)),
    ),
  },
  webp: {
    plain: webp(0x10),
    hidden: secret.chain((data) =>
      fc
        .array(fc.constantFrom('EXIF', 'XMP ', 'priv'), { minLength: 1, maxLength: 4 })
        .map((types) => bytesOf(webp(0x1c, bytesOf(...types.map((type) => riff(type, data)))), data)),
    ),
  },
};

describe.each(Object.entries(FORMATS))('a %s file', (type, { plain, hidden }) => {
  it('is read by its content and keeps its picture', () => {
    expect(readImage(plain)).toEqual({ mediaType: `image/${type}`, width: 640, height: 480, content: plain });
  });

  it('loses all metadata and what follows the picture', () => {
    return fc.assert(
      fc.property(hidden, (file) => {
        expect(readImage(file).content).toEqual(plain);
      }),
    );
  });

  it('that is cut or changed is refused, or still a picture that reads the same again', () => {
    const broken = fc.record({
      end: fc.nat(plain.length),
      at: fc.nat(plain.length - 1),
      byte: fc.nat(255),
    });
    return fc.assert(
      fc.property(broken, ({ end, at, byte }) => {
        const file = plain.slice(0, end);
        if (at < end) file[at] = byte;
        try {
          const image = readImage(file);
          expect(readImage(image.content)).toEqual(image);
        } catch (error) {
          expect(error).toBeInstanceOf(BadImage);
        }
      }),
    );
  });
});

it('refuses other files, animations and pictures that fill the memory', () => {
  const huge = jpeg().map((byte) => byte);
  huge.set([0xff, 0xff, 0xff, 0xff], huge.indexOf(0xc0) + 4);
  for (const file of [bytesOf(), bytesOf('GIF89a'), bytesOf('<svg/>'), webp(0x02), huge]) {
    expect(() => readImage(file)).toThrow(BadImage);
  }
});

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
    expect([reply.status, (await errorOf(reply)).code]).toEqual([404, 'not_found']);

    expect(await purgePhotos(makeTestContext().ctx)).toBe(2);
    expect((await testEnv.PHOTOS.list()).objects.map(({ key }) => key)).toEqual([`photos/${kept}`]);
    expect((await dana.send('GET', `admin/photos/${kept}`)).status).toBe(200);
    expect(await purgePhotos(makeTestContext().ctx)).toBe(0);
  });
});
