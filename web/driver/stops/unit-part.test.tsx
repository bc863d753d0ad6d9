import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { stopPath, usePathname, viewAt } from '#web/driver/address.ts';
import {
  type DriverDatabase,
  readStoredState,
  saveAnswers,
  saveRoutes,
} from '#web/driver/outbox/database.ts';
import { startDriver } from '#web/driver/store.ts';
import { sampleRoutes, sampleStop } from '#web/driver/test/driver-samples.ts';
import { newPhone } from '#web/driver/test/outbox-database.ts';
import { StopPage } from './StopPage.tsx';

const ARRIVED = { status: 'in_transit', arrivedAt: '2026-11-23T14:00:00.000Z' } as const;
/** Each test has a stop of its own: the page opens its storage once. */
const STOPS = [1, 2, 3, 4, 5, 6].map((id) => sampleStop({ id, ...ARRIVED, requiredItems: ['unit'] }));
let database: DriverDatabase;
let stopId = 0;

beforeAll(async () => {
  // Another tab has the lock: nothing is sent.
  const request = async (_name: string, _options: object, work: (lock: null) => unknown) => work(null);
  Object.defineProperty(navigator, 'locks', { value: { request }, configurable: true });
  database = await newPhone();
  const reply = sampleRoutes(STOPS);
  const fleet = { version: 'f1', numbers: reply.fleet.numbers ?? '' };
  await saveRoutes(database, { reply, readAtMs: Date.now(), fleet }, []);
  await startDriver();
});
beforeEach(() => {
  stopId += 1;
  window.history.replaceState(null, '', stopPath(stopId));
  render(<Page />);
});
afterEach(cleanup);
afterAll(() => database.close());

function Page() {
  const view = viewAt(usePathname());
  return view.view === 'stop' ? <StopPage stopId={view.stopId} part={view.part} /> : null;
}

const named = (name: string | RegExp) => screen.findByRole('button', { name });
const press = async (name: string | RegExp) => fireEvent.click(await named(name));
const items = async () => (await readStoredState(database)).items.filter((item) => item.stopId === stopId);
const payloads = async () =>
  (await items()).map((item) => (item.kind === 'action' ? { type: item.type, ...item.payload } : item.type));

async function typeUnit(number: string) {
  fireEvent.change(await screen.findByLabelText('Number on the unit'), { target: { value: number } });
  await press('Save the unit');
}
const openUnit = async () => fireEvent.click(await screen.findByRole('link', { name: /^(Change|Enter)/ }));

/** As the server answers, and another tab stores it. */
async function refuse(reasons: string[]) {
  const answers = (await items()).map(({ seq }, index) => ({
    seq,
    state: 'refused' as const,
    reason: reasons[index] ?? '',
  }));
  await saveAnswers(database, answers);
  const channel = new BroadcastChannel('driver');
  channel.postMessage('changed');
  channel.close();
}

test.each(['1509', '15 09', '15.09', '#15-09'])('%s is stored as unit 15-09', async (typed) => {
  await openUnit();
  await typeUnit(typed);
  await waitFor(async () =>
    expect(await payloads()).toEqual([{ type: 'unit', number: '15-09', direction: 'brought' }]),
  );
  // Back on the page of the stop.
  await named('Done');
});

test('a number that the fleet does not have warns at once, also offline, and is stored when the driver is sure', async () => {
  await openUnit();
  await typeUnit('99-99');
  expect((await screen.findByRole('alert')).textContent).toMatch(/^The office has no unit 99-99\./);
  expect(await items()).toEqual([]);
  await press('Save the unit');
  expect(await screen.findByText('Correct the number, or say that you are sure')).toBeTruthy();
  await press('I am sure: 99-99');
  const sure = { type: 'unit', number: '99-99', direction: 'brought', isSure: true };
  await waitFor(async () => expect(await payloads()).toEqual([sure]));
  await press('Done');
  await waitFor(async () => expect(await payloads()).toMatchObject([sure, { type: 'done' }]));
});

test("after a refusal the button is no 'Done' with the planned unit, and the corrected 'Done' has the first time", async () => {
  await openUnit();
  await typeUnit('15-02');
  await press('Done');
  await waitFor(async () => expect(await items()).toHaveLength(2));
  const [, done] = await items();
  await refuse(['Unit 15-02 is taken.', 'Record first: the unit that you brought.']);
  await press('Which unit did you bring?');
  expect(screen.queryByRole('button', { name: /planned unit/ })).toBeNull();
  expect((await screen.findByRole('alert')).textContent).toMatch(/^Unit 15-02 is taken\./);
  await typeUnit('15-09');
  await press('Done');
  const last = { type: 'done', kind: 'action', deviceTime: done!.deviceTime };
  await waitFor(async () => expect(await items()).toMatchObject([{ payload: { number: '15-09' } }, last]));
});
