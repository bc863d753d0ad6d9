import { beforeEach, expect, it } from 'vitest';
import { rows, startOver, testEnv } from '#worker/test/world.ts';
import { Admission, holdMethods } from './admission.ts';
import { gateWrites } from './write-gate.ts';

beforeEach(startOver);

const REFUSAL = new Error('Please sign in.');
const INSERT = 'INSERT INTO cursors (name, reached_at) VALUES (?, 1)';
const names = async () => (await rows<{ name: string }>('SELECT name FROM cursors')).map(({ name }) => name);

function begin() {
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  const admission = new Admission();
  admission.decideBy(promise);
  const session = gateWrites(testEnv.DB.withSession('first-primary'), { admission });
  return { admission, session, admit: resolve, refuse: () => reject(REFUSAL) };
}

const ALONE = (session: ReturnType<typeof gateWrites>) => session.prepare(INSERT).bind('a').run();
const IN_BATCH = (session: ReturnType<typeof gateWrites>) =>
  session.batch([session.prepare('SELECT 1 AS one'), session.prepare(INSERT).bind('a')]);

it('a read does not wait', async () => {
  const { session } = begin();
  expect(await session.prepare('SELECT ? AS one').bind(1).all()).toMatchObject({ results: [{ one: 1 }] });
  const batch = [
    session.prepare('SELECT 1 AS one'),
    session.prepare('WITH two AS (SELECT 2 AS n) SELECT n FROM two'),
  ];
  expect(await session.batch(batch)).toMatchObject([{ results: [{ one: 1 }] }, { results: [{ n: 2 }] }]);
});

it.each([
  ['alone', ALONE],
  ['in a batch', IN_BATCH],
  ['with WITH', (session) => session.prepare(`WITH one AS (SELECT 1) ${INSERT}`).bind('a').run()],
] satisfies [string, typeof ALONE | typeof IN_BATCH][])(
  'a write %s waits until the call is let in',
  async (_name, write) => {
    const { session, admit } = begin();
    const written = write(session);
    await rows('SELECT 1');
    expect(await names()).toEqual([]);
    admit();
    await written;
    expect(await names()).toEqual(['a']);
  },
);

it('after a refusal nothing is written and nothing more is read', async () => {
  const { session, refuse } = begin();
  const written = [ALONE(session), IN_BATCH(session)];
  refuse();
  for (const one of written) await expect(one).rejects.toBe(REFUSAL);
  expect(() => session.prepare('SELECT 1')).toThrow('This call was refused');
  expect(await names()).toEqual([]);
});

it('the methods of a port wait, but for those that may run at once', async () => {
  const { admission, admit } = begin();
  const made: string[] = [];
  class Port {
    readonly name = 'port';
    async send(text: string) {
      made.push(`${this.name} ${text}`);
    }
    peek = () => this.name;
  }
  const port = holdMethods(new Port(), admission, ['peek']);
  const sent = port.send('one');
  expect([port.name, port.peek(), made.length]).toEqual(['port', 'port', 0]);
  admit();
  await sent;
  expect(made).toEqual(['port one']);
});
