import { afterEach, beforeEach, expect, it } from 'vitest';
import { testEnv } from '#worker/test/world.ts';
import { CrossingLog, countFetches, countingEnv, withProviders } from './crossings.ts';
import { delayedBy, inRounds } from './pace.ts';

let endCounting = () => {};
beforeEach(() => {
  endCounting = countFetches();
});
afterEach(() => endCounting());

/** What `work` counts with the bindings of a request. */
async function count(work: (env: typeof testEnv) => Promise<unknown>, pace = inRounds()) {
  const log = new CrossingLog(pace);
  const env = countingEnv(testEnv, log);
  log.start();
  await withProviders(log, () => work(env));
  return log.stop();
}

const SELECT = 'SELECT 1 AS one';
const ping = () => fetch('https://api.stripe.com/__control/requests').then((reply) => reply.text());
const read = ({ DB }: typeof testEnv) => DB.prepare(SELECT).all();

it.each([
  ['in rounds', inRounds],
  ['by time', () => delayedBy(10)],
])(
  'crossings in parallel are one in a row, and those after each other are several (%s)',
  async (_name, pace) => {
    const work = async (env: typeof testEnv) => {
      await Promise.all([read(env), env.FLAGS.get('none'), ping()]);
      await read(env);
      await env.PHOTOS.head('none');
    };
    expect(await count(work, pace())).toEqual({
      all: 5,
      writes: 0,
      inARow: 3,
      names: ['DB read', 'FLAGS read', 'api.stripe.com read', 'DB read', 'PHOTOS read'],
    });
  },
);

it('a chain beside a slow crossing is as long as without it', async () => {
  const work = async (env: typeof testEnv) => {
    const chain = async () => {
      for (let n = 0; n < 3; n += 1) await read(env);
    };
    await Promise.all([chain(), ping()]);
  };
  expect(await count(work)).toMatchObject({ all: 4, inARow: 3 });
});

it('what the reply does not wait for is not in a row', async () => {
  let late: Promise<unknown> = Promise.resolve();
  const work = async (env: typeof testEnv) => {
    await read(env);
    late = read(env);
  };
  expect(await count(work)).toMatchObject({ all: 2, inARow: 1 });
  expect(await late).toMatchObject({ results: [{ one: 1 }] });
});

it('a batch is one crossing, and a write if one of its statements is', async () => {
  const work = async ({ DB }: typeof testEnv) => {
    const session = DB.withSession('first-primary');
    const remove = session.prepare('DELETE FROM cursors WHERE name = ?').bind('none');
    await session.batch([session.prepare(SELECT), remove]);
    await session.batch([session.prepare(SELECT), session.prepare(SELECT)]);
    await session.prepare('WITH one AS (SELECT 1) DELETE FROM cursors WHERE name IN one').run();
  };
  const names = ['DB write', 'DB read', 'DB write'];
  expect(await count(work)).toEqual({ all: 3, writes: 2, inARow: 3, names });
});

it('a crossing that fails counts, and fails', async () => {
  const work = ({ DB }: typeof testEnv) =>
    expect(DB.prepare('SELECT nothing').first()).rejects.toThrow('nothing');
  expect(await count(work)).toMatchObject({ all: 1, inARow: 1 });
});

it('an object counts by its methods, and its namespace does not', async () => {
  const work = async ({ SESSIONS }: typeof testEnv) => {
    const object = SESSIONS.get(SESSIONS.idFromName('user:1'));
    expect(await object.list(Date.now())).toEqual([]);
  };
  expect(await count(work)).toMatchObject({ inARow: 1, names: ['SESSIONS read'] });
});

it('a method that is not in the list of its binding is refused', async () => {
  const work = async ({ FLAGS }: typeof testEnv) => FLAGS.getWithMetadata('none');
  await expect(count(work)).rejects.toThrow('FLAGS.getWithMetadata is not counted');
});
