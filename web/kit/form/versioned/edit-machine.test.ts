import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { randomRuns, runLength } from '#domain/test/random-runs.ts';
import {
  beginEdit,
  type EditEvent,
  type EditState,
  type MayFollow,
  reduceEdit,
  type Stale,
  type Versioned,
  versionToSend,
} from './edit-machine.ts';

type Row = { notes: string; price: number };
type State = EditState<Row, string>;
type Event = EditEvent<Row, string>;

const STALE: Stale = { changedBy: 'lee', changedAt: null, changed: ['notes'] };
const version = (number: number, notes = 'First', price = 1): Versioned<Row> => ({
  value: { notes, price },
  etag: `"${number}"`,
});
const FIRST = version(1);
const SECOND = version(2, 'Theirs');

/** The screens by what they let the input go on from. */
const SCREENS: Record<string, MayFollow<Row> | undefined> = {
  'a form in a dialog': undefined,
  'a field beside the record': ({ base, latest }) => base.notes === latest.notes,
  'figures that are confirmed': ({ isConflict }) => isConflict,
  'a button without input': () => true,
};
const FIELD = SCREENS['a field beside the record'];

function run(events: Event[], mayFollow?: MayFollow<Row>, state: State = beginEdit(FIRST)): State {
  return events.reduce((now, event) => reduceEdit(now, event, mayFollow), state);
}
const news = (latest: Versioned<Row>): Event => ({ type: 'news', latest });
const refused: Event = { type: 'refused', stale: STALE, input: 'Mine', isReading: true };
const read = (newer: Versioned<Row> | null): Event => ({ type: 'read', version: newer });
const sentUnder = (state: State, isOver = false) => versionToSend(state, { isOver })?.etag;

test('a form stays on the version that was loaded, also when a newer one is read', () => {
  expect(sentUnder(run([news(SECOND)]))).toBe('"1"');
});

test('input goes on from a version that leaves its field as it was, and not from another one', () => {
  expect(sentUnder(run([news(version(2, 'First', 5))], FIELD))).toBe('"2"');
  expect(sentUnder(run([news(SECOND)], FIELD))).toBe('"1"');
});

test('a conflict keeps the input and the version before it, and saves over the newer version once that is read', () => {
  const open = run([{ type: 'sent' }, refused]);
  expect(open.conflict).toEqual({
    stale: STALE,
    input: 'Mine',
    before: FIRST,
    newer: null,
    isReading: true,
  });
  expect([sentUnder(open), sentUnder(open, true)]).toEqual(['"1"', undefined]);
  const shown = run([read(SECOND)], undefined, open);
  expect([shown.conflict?.newer, sentUnder(shown), sentUnder(shown, true)]).toEqual([SECOND, '"1"', '"2"']);
});

test('a newer version that cannot be read is neither taken nor saved over, and can be read again', () => {
  const failed = run([{ type: 'sent' }, refused, read(null)]);
  expect([sentUnder(failed), sentUnder(failed, true)]).toEqual(['"1"', undefined]);
  const shown = run([{ type: 'reading' }, read(SECOND)], undefined, failed);
  expect(sentUnder(shown, true)).toBe('"2"');
});

test('after a conflict figures that are confirmed are those of the newer version', () => {
  const shown = run([{ type: 'sent' }, refused, read(SECOND)], SCREENS['figures that are confirmed']);
  expect(sentUnder(shown)).toBe('"2"');
  const closed = run([{ type: 'discarded' }, news(version(3))], SCREENS['figures that are confirmed'], shown);
  expect([sentUnder(closed), closed.conflict]).toEqual(['"2"', null]);
});

test('who takes the newer version goes on from it', () => {
  const taken = run([{ type: 'sent' }, refused, read(SECOND), { type: 'discarded' }]);
  expect([sentUnder(taken), taken.conflict]).toEqual(['"2"', null]);
});

test('a page that has not read the newer version yet does not take the conflict back', () => {
  const shown = run([{ type: 'sent' }, refused, read(SECOND), news(FIRST)], () => true);
  expect([sentUnder(shown), shown.conflict?.newer]).toEqual(['"2"', SECOND]);
});

test('after a lost answer the repetition has the version of the first attempt, also if the page reads a newer one', () => {
  const lost = run([{ type: 'sent' }, news(SECOND), { type: 'lost' }, news(version(3))], () => true);
  expect([sentUnder(lost), lost.hasLostAnswer]).toEqual(['"1"', true]);
  const next = run([{ type: 'sent' }, refused, read(version(3))], () => true, lost);
  expect([sentUnder(next), next.hasLostAnswer]).toEqual(['"3"', false]);
});

test('when saving over a version gets no answer, the repetition is over the same version', () => {
  const shown = run([{ type: 'sent' }, refused, read(SECOND)]);
  const lost = run([{ type: 'sent' }, { type: 'lost' }, news(version(3))], undefined, shown);
  expect([sentUnder(lost, true), lost.conflict?.input]).toEqual(['"2"', 'Mine']);
});

test('what was saved is the next version, also while the page has the one before', () => {
  const saved = run([{ type: 'sent' }, { type: 'saved', version: SECOND }, news(FIRST)], () => true);
  expect([sentUnder(saved), saved.conflict]).toEqual(['"2"', null]);
  expect(sentUnder(run([news(version(3))], () => true, saved))).toBe('"3"');
});

test('an error that changes nothing leaves conflict and input as they are', () => {
  const shown = run([{ type: 'sent' }, refused, read(SECOND)]);
  const failed = run([{ type: 'sent' }, { type: 'failed' }], undefined, shown);
  expect(failed.conflict).toEqual(shown.conflict);
});

type Fate = 'answered' | 'answer lost' | 'request lost' | 'invalid' | 'signed out';
type Attempt = { intent: number; isOver: boolean; answer: Event };

/**
 * A user, the screen and the server of one record. The server applies a change under its version only. What is tested is
 * the machine between them.
 */
class World {
  private rows: Row[] = [FIRST.value];
  /** What the page has read. */
  private page = FIRST;
  state: State = beginEdit(FIRST);
  private attempt: Attempt | null = null;
  /** The notes that the user has seen below the input. */
  private seenNotes = FIRST.value.notes;
  private intents = 0;
  /** A change whose answer is missing: the user presses the button again for the same change. */
  private openIntent: number | null = null;
  private readonly applied = new Set<number>();
  private readonly mayFollow: MayFollow<Row> | undefined;
  constructor(mayFollow: MayFollow<Row> | undefined) {
    this.mayFollow = mayFollow;
  }

  private get current(): Versioned<Row> {
    const number = this.rows.length;
    return { value: this.rows[number - 1]!, etag: `"${number}"` };
  }

  /** An event, and the render after it with what the page has read. */
  private dispatch(event: Event) {
    const { conflict, base } = this.state;
    for (const each of [event, news(this.page)]) this.state = reduceEdit(this.state, each, this.mayFollow);
    const now = this.state;
    if (conflict && !now.conflict && event.type !== 'saved') expect(event.type).toBe('discarded');
    if (now.conflict && event.type !== 'refused') expect(now.conflict.input).toBe(conflict?.input);
    if (now.conflict?.newer) {
      expect(numberOf(now.conflict.newer)).toBeGreaterThan(numberOf(now.conflict.before));
      if (event.type !== 'refused' && conflict?.newer)
        expect(numberOf(now.conflict.newer)).toBeGreaterThanOrEqual(numberOf(conflict.newer));
      if (!now.conflict.isReading) this.see(now.conflict.newer.value);
    }
    // Without a notice, what is below the input is as it was.
    if (!now.conflict && event.type === 'news' && this.mayFollow !== SCREENS['a button without input'])
      expect(now.base.value.notes).toBe(base.value.notes);
    if (!now.conflict) this.seenNotes = now.base.value.notes;
  }

  /** The notice shows who changed what: pressing the button now is another change. */
  private see({ notes }: Row) {
    this.seenNotes = notes;
    if (!this.state.hasLostAnswer) this.openIntent = null;
  }

  colleagueChanges(change: Partial<Row>) {
    this.rows.push({ ...this.current.value, ...change });
  }

  pageReads() {
    this.page = this.current;
    this.dispatch(news(this.page));
  }

  save(isOver: boolean, fate: Fate) {
    const version = versionToSend(this.state, { isOver });
    if (this.attempt || !version) return;
    this.openIntent ??= this.intents++;
    const intent = this.openIntent;
    this.dispatch({ type: 'sent' });
    const isReached = fate === 'answered' || fate === 'answer lost';
    const answer = isReached ? this.apply(version, intent) : this.failure(fate);
    this.attempt = { intent, isOver, answer: fate === 'answer lost' ? { type: 'lost' } : answer };
  }

  private failure(fate: Fate): Event {
    return { type: fate === 'request lost' ? 'lost' : 'failed' };
  }

  private apply({ etag }: Versioned<Row>, intent: number): Event {
    if (etag !== this.current.etag)
      return { type: 'refused', stale: STALE, input: `Mine ${intent}`, isReading: true };
    // Nothing that the user has not seen is overwritten, and no change is made twice.
    expect(this.current.value.notes).toBe(this.seenNotes);
    expect(this.applied).not.toContain(intent);
    this.applied.add(intent);
    this.rows.push({ ...this.current.value, notes: `Mine ${intent}` });
    return { type: 'saved', version: this.current };
  }

  answer() {
    if (!this.attempt) return;
    const { answer } = this.attempt;
    this.attempt = null;
    if (answer.type === 'saved') this.openIntent = null;
    if (answer.type === 'failed' && !this.state.hasLostAnswer) this.openIntent = null;
    this.dispatch(answer);
  }

  reads(isFound: boolean) {
    const { conflict } = this.state;
    if (!conflict) return;
    if (conflict.isReading) this.dispatch(read(isFound ? this.current : null));
    else if (!conflict.newer) this.dispatch({ type: 'reading' });
  }

  discard() {
    const { conflict } = this.state;
    if (this.attempt || !conflict?.newer || conflict.isReading) return;
    this.dispatch({ type: 'discarded' });
    this.openIntent = null;
  }

  /** With a server that answers, the user reaches a saved change. */
  finish() {
    this.answer();
    const before = this.applied.size;
    for (let presses = 0; presses < 4 && this.applied.size === before; presses += 1) {
      const { conflict } = this.state;
      if (conflict && !conflict.newer && !conflict.isReading) this.reads(true);
      this.reads(true);
      this.save(this.state.conflict !== null, 'answered');
      this.answer();
    }
    expect(this.applied.size).toBe(before + 1);
  }
}

const numberOf = ({ etag }: Versioned<Row>) => Number(etag?.replaceAll('"', ''));

const fate = fc.constantFrom<Fate>('answered', 'answer lost', 'request lost', 'invalid', 'signed out');
const command = fc.oneof(
  fate.map((each) => ({ name: `save, ${each}`, run: (world: World) => world.save(false, each) })),
  fate.map((each) => ({ name: `save over, ${each}`, run: (world: World) => world.save(true, each) })),
  fc.constant({ name: 'answer', run: (world: World) => world.answer() }),
  fc.constant({ name: 'page reads', run: (world: World) => world.pageReads() }),
  fc.boolean().map((isFound) => ({
    name: `newer is read: ${isFound}`,
    run: (world: World) => world.reads(isFound),
  })),
  fc.constant({ name: 'discard', run: (world: World) => world.discard() }),
  fc.integer({ min: 1, max: 3 }).map((number) => ({
    name: `colleague: notes ${number}`,
    run: (world: World) => world.colleagueChanges({ notes: `Theirs ${number}` }),
  })),
  fc.constant({
    name: 'colleague: price',
    run: (world: World) => world.colleagueChanges({ price: 7 }),
  }),
);

test.each(Object.entries(SCREENS))(
  '%s: nothing is overwritten unseen, lost, made twice or stuck, in any order of events',
  (_screen, mayFollow) => {
    void fc.assert(
      fc.property(fc.array(command, runLength(1, { sample: 25, long: 80 })), (commands) => {
        const world = new World(mayFollow);
        for (const each of commands) each.run(world);
        world.finish();
      }),
      randomRuns({ sample: 400, long: 20_000 }),
    );
  },
);
