import { beforeEach, describe, expect, it } from 'vitest';
import { type Dumpster, NEVER_MOVED } from '#contract/inventory.ts';
import { insertRow } from '#worker/test/builders.ts';
import { captureLog, readError } from '#worker/test/http.ts';
import { signIn } from '#worker/test/staff.ts';
import { insertHold, insertUnitWithBookings } from '#worker/test/unit-days.ts';
import { inDays, rows, startOver } from '#worker/test/world.ts';

beforeEach(startOver);

const d7 = { dumpsterNumber: 'D-7', dumpsterType: '15-Yard' };

const historyOfDumpsters = () =>
  rows("SELECT action, version, actor_name, before, after FROM history WHERE subject = 'dumpster'");

describe('a new unit', () => {
  it('is in service by default, and its history names the user who added it', async () => {
    const { send } = await signIn('dana', 'admin');
    const reply = await send('POST', 'dumpsters', { ...d7, dumpsterType: '15-yArD' });
    const unit = {
      id: expect.any(Number),
      ...d7,
      sizeId: '15-yard',
      isAvailable: true,
      notes: null,
      location: NEVER_MOVED,
    };
    expect([reply.status, await reply.json()]).toEqual([201, unit]);
    const off = { ...d7, dumpsterNumber: 'D-8', isAvailable: false, notes: ' Dented\nlid ' };
    expect(await (await send('POST', 'dumpsters', off)).json()).toEqual({
      ...unit,
      ...off,
      notes: 'Dented\nlid',
    });
    expect((await historyOfDumpsters())[0]).toEqual({
      action: 'created',
      version: 1,
      actor_name: 'dana',
      before: null,
      after: JSON.stringify({
        dumpsterNumber: 'D-7',
        dumpsterType: '15-yard',
        isAvailable: true,
        notes: null,
      }),
    });
  });

  it.each([
    [{ dumpsterNumber: ' ' }, 'dumpsterNumber', 'Dumpster number is required'],
    [{ dumpsterNumber: 'x'.repeat(101) }, 'dumpsterNumber', 'Must be at most 100 characters'],
    [{ dumpsterNumber: 'D\u00007' }, 'dumpsterNumber', 'Must not contain control characters'],
    [{ dumpsterType: '' }, 'dumpsterType', 'Dumpster type is required'],
    [{ dumpsterType: undefined }, 'dumpsterType', 'Dumpster type is required'],
    [
      { dumpsterType: '40-Yard' },
      'dumpsterType',
      'Dumpster type must be 10-yard, 15-yard, 20-yard or 30-yard',
    ],
    [{ isAvailable: 'yes' }, 'isAvailable', 'Must be true or false'],
    [{ notes: 'x'.repeat(2001) }, 'notes', 'Must be at most 2000 characters'],
    [{ id: 7 }, 'id', 'Unknown field'],
    [{ version: 7 }, 'version', 'Unknown field'],
  ])('is refused with %o', async (...[changes, path, message]) => {
    const { send } = await signIn('dana', 'admin');
    const reply = await send('POST', 'dumpsters', { ...d7, ...changes });
    expect([reply.status, (await readError(reply)).issues]).toEqual([400, [{ path, message }]]);
    expect(await rows('SELECT id FROM dumpsters')).toEqual([]);
  });

  it('cannot have the number of another unit, in any case', async () => {
    const { send } = await signIn('dana', 'admin');
    await send('POST', 'dumpsters', d7);
    const reply = await send('POST', 'dumpsters', { ...d7, dumpsterNumber: 'd-7' });
    const message = 'Another dumpster has this number.';
    expect([reply.status, await reply.json()]).toMatchObject([
      409,
      { code: 'conflict', message, issues: [{ path: 'dumpsterNumber', message }] },
    ]);
    expect(await historyOfDumpsters()).toHaveLength(1);
  });

  it('keeps unusual characters unchanged', async () => {
    const { send } = await signIn('dana', 'admin');
    const strange = {
      dumpsterNumber: "'); DROP TABLE dumpsters;--",
      notes: '=1+1 <script> חניה 🚛 "quoted"\r\nline',
    };
    const made = await (await send('POST', 'dumpsters', { ...d7, ...strange })).json<Dumpster>();
    expect(await (await send('GET', `dumpsters/${made.id}`)).json()).toMatchObject(strange);
  });
});

describe('a change', () => {
  it('changes only the given fields, and the history has the previous values', async () => {
    const { send } = await signIn('dana', 'admin');
    await insertUnitWithBookings([]);
    const notes = { notes: 'Painted' };
    const reply = await send('PATCH', 'dumpsters/1', { ...notes, dumpsterNumber: 'D-1' });
    expect([reply.status, reply.headers.get('ETag'), await reply.json()]).toEqual([
      200,
      '"2"',
      {
        id: 1,
        dumpsterNumber: 'D-1',
        dumpsterType: '15-Yard',
        sizeId: '15-yard',
        isAvailable: true,
        ...notes,
        location: NEVER_MOVED,
      },
    ]);
    // A change to equal values makes no new version.
    expect((await send('PATCH', 'dumpsters/1', notes)).headers.get('ETag')).toBe('"2"');
    expect((await send('PATCH', 'dumpsters/1', {})).status).toBe(200);
    expect(await historyOfDumpsters()).toEqual([
      {
        action: 'changed',
        version: 2,
        actor_name: 'dana',
        before: '{"notes":null}',
        after: '{"notes":"Painted"}',
      },
    ]);
  });

  it('may change only the case of its number', async () => {
    const { send } = await signIn('dana', 'admin');
    await insertUnitWithBookings([]);
    expect((await send('PATCH', 'dumpsters/1', { dumpsterNumber: 'd-1' })).status).toBe(200);
  });

  it('to the number of another unit changes nothing', async () => {
    const { send } = await signIn('dana', 'admin');
    await insertUnitWithBookings([]);
    await insertRow('dumpsters', 2);
    const reply = await send('PATCH', 'dumpsters/1', { dumpsterNumber: 'D-2', notes: 'x' });
    expect([reply.status, (await readError(reply)).issues?.[0]?.path]).toEqual([409, 'dumpsterNumber']);
    expect(await rows('SELECT version, notes FROM dumpsters WHERE id = 1')).toEqual([
      { version: 1, notes: null },
    ]);
    expect(await historyOfDumpsters()).toEqual([]);
  });

  it('by the second of two users gets a conflict with the changes of the first', async () => {
    const dana = await signIn('dana', 'admin');
    const lee = await signIn('lee', 'admin');
    await insertUnitWithBookings([]);
    const ifMatch = (await dana.send('GET', 'dumpsters/1')).headers.get('ETag') ?? '';
    expect((await lee.send('PATCH', 'dumpsters/1', { isAvailable: false, ifMatch })).status).toBe(200);
    const second = await dana.send('PATCH', 'dumpsters/1', { notes: 'x', ifMatch });
    expect([second.status, await second.json()]).toMatchObject([
      409,
      { code: 'stale', changedBy: 'lee', changedAt: expect.any(String), changed: ['isAvailable'] },
    ]);
    expect((await dana.send('PATCH', 'dumpsters/1', { notes: 'x' })).status).toBe(200);
  });

  it('that takes a unit out of service keeps its reservations', async () => {
    const { send } = await signIn('dana', 'admin');
    await insertUnitWithBookings([[12, 0, 3]]);
    expect(await (await send('PATCH', 'dumpsters/1', { isAvailable: false })).json()).toMatchObject({
      isAvailable: false,
    });
    expect(await rows('SELECT booking_id FROM dumpster_schedule')).toEqual([{ booking_id: 12 }]);
  });

  it('of the size is refused while it is reserved, naming the booking, and possible after that', async () => {
    const { send } = await signIn('dana', 'admin');
    await insertUnitWithBookings([
      [11, -9, -2],
      [15, 4, 5],
      [12, -1, 0],
    ]);
    await insertHold(8, 9);
    const bigger = { dumpsterType: '30-Yard' };
    const reply = await send('PATCH', 'dumpsters/1', { ...bigger, notes: 'x' });
    const message =
      'The size cannot change while this dumpster is reserved for bookings #12, #15 and a customer who is paying now.';
    expect([reply.status, await reply.json()]).toMatchObject([
      409,
      { code: 'conflict', message, issues: [{ path: 'dumpsterType', message }] },
    ]);
    expect(await rows('SELECT dumpster_type, notes FROM dumpsters')).toEqual([
      { dumpster_type: '15-yard', notes: null },
    ]);
    // The same size is not a change of the size.
    expect((await send('PATCH', 'dumpsters/1', { dumpsterType: '15-yard' })).status).toBe(200);
    await rows('DELETE FROM dumpster_schedule WHERE end_date >= ?', inDays(0));
    expect(await (await send('PATCH', 'dumpsters/1', bigger)).json()).toMatchObject(bigger);
  });

  it('and its history are written together or not at all', async () => {
    const log = captureLog();
    const { send } = await signIn('dana', 'admin');
    await insertUnitWithBookings([]);
    await rows(
      "CREATE TRIGGER no_history BEFORE INSERT ON history BEGIN SELECT RAISE(ABORT, 'no_history'); END",
    );
    const statuses = [];
    for (const [method, path, body] of [
      ['POST', 'dumpsters', d7],
      ['PATCH', 'dumpsters/1', { notes: 'x' }],
      ['DELETE', 'dumpsters/1', {}],
    ] as const) {
      statuses.push((await send(method, path, body)).status);
    }
    await rows('DROP TRIGGER no_history');
    expect(statuses).toEqual([500, 500, 500]);
    expect(log.lines('request_failed')).toHaveLength(3);
    expect(await rows('SELECT id, version, notes, deleted_at FROM dumpsters')).toEqual([
      { id: 1, version: 1, notes: null, deleted_at: null },
    ]);
  });
});

describe('the deletion of a unit', () => {
  it('removes it from all lists and frees its number', async () => {
    const { send } = await signIn('dana', 'admin');
    await insertUnitWithBookings([[11, -9, -1]]);
    const reply = await send('DELETE', 'dumpsters/1');
    expect([reply.status, await reply.text()]).toEqual([204, '']);
    const statuses = await Promise.all([
      send('GET', 'dumpsters/1'),
      send('PATCH', 'dumpsters/1', { notes: 'x' }),
      send('DELETE', 'dumpsters/1'),
      send('GET', 'dumpster-schedules/dumpster/1'),
    ]);
    expect(statuses.map(({ status }) => status)).toEqual([404, 404, 404, 404]);
    expect(await (await send('GET', 'dumpsters')).json()).toEqual([]);
    expect(await (await send('GET', `dumpster-schedules?from=${inDays(-30)}`)).json()).toEqual([]);
    expect((await send('POST', 'dumpsters', { ...d7, dumpsterNumber: 'D-1' })).status).toBe(201);
    expect(await historyOfDumpsters()).toMatchObject([
      { action: 'deleted', version: 2, before: expect.stringContaining('"dumpsterNumber":"D-1"') },
      { action: 'created' },
    ]);
    expect(await rows('SELECT dumpster_id FROM dumpster_schedule')).toEqual([{ dumpster_id: 1 }]);
  });

  it.each([
    [[[12, 0, 0]], 'booking #12'],
    [
      [
        [15, 3, 4],
        [12, -2, 1],
      ],
      'bookings #12, #15',
    ],
  ] as const)('is refused while it is reserved for %o', async (...[bookings, words]) => {
    const { send } = await signIn('dana', 'admin');
    await insertUnitWithBookings(bookings.map(([n, from, to]) => [n, from, to]));
    const reply = await send('DELETE', 'dumpsters/1');
    expect([reply.status, (await readError(reply)).message]).toEqual([
      409,
      `This dumpster cannot be deleted while it is reserved for ${words}.`,
    ]);
    expect((await send('GET', 'dumpsters/1')).status).toBe(200);
  });

  it('is refused while a customer is paying for it', async () => {
    const { send } = await signIn('dana', 'admin');
    await insertUnitWithBookings([]);
    await insertHold(5, 6);
    expect((await readError(await send('DELETE', 'dumpsters/1'))).message).toBe(
      'This dumpster cannot be deleted while it is reserved for a customer who is paying now.',
    );
  });
});
