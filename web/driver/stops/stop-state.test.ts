import { expect, test } from 'vitest';
import {
  asStored,
  sampleAction,
  samplePhoto,
  sampleRoutes,
  sampleStop,
} from '#web/driver/test/driver-samples.ts';
import { timeLines, unitVerb, windowLabel } from '#web/driver/words.ts';
import { attemptText, finishingRecordings } from './finish-stop.ts';
import { reducedSize } from './photo.ts';
import { navigationHref } from './place-links.ts';
import { mergedChange, routeChange, routeChangeText } from './route-change.ts';
import { parseUnitNumber } from './scan-units.ts';
import { computeStopState, isSignatureDue, nextStep } from './stop-state.ts';
import { changedTicket, readTicket } from './ticket-input.ts';
import { loadsText } from './truck-texts.ts';

test('a delivery takes three taps beside the photo: the planned unit is recorded with Done', () => {
  const stop = sampleStop();
  const done: ReturnType<typeof sampleAction>[] = [];
  const step = () => nextStep(computeStopState(stop, asStored(done)));
  expect(step()).toEqual({ step: 'on_my_way' });
  done.push(sampleAction('on_my_way'));
  expect(step()).toEqual({ step: 'arrived' });
  done.push(sampleAction('arrived'));
  expect(step()).toEqual({ step: 'record', item: 'delivery_placement' });
  done.push(samplePhoto());
  const units = [{ item: 'unit', direction: 'brought', number: '15-01' }];
  expect(step()).toEqual({ step: 'done', units });
  done.push(sampleAction('unit', { number: '15-02', direction: 'brought' }));
  expect(step()).toEqual({ step: 'done', units: [] });
  done.push(sampleAction('done'));
  expect(step()).toBeNull();
  expect(computeStopState(stop, asStored(done)).recorded.unit).toBe('15-02');
});

test('a signature is due until it is recorded, if the stop requires one', () => {
  const required = sampleStop({ requiredItems: ['delivery_placement', 'signature'] });
  const signature = sampleAction('signature', { photoId: '0b6a6c52-3b8c-4a3e-9a1e-3f0f3a7f1d11' });
  expect(isSignatureDue(computeStopState(required, []))).toBe(true);
  expect(isSignatureDue(computeStopState(required, asStored([signature])))).toBe(false);
  expect(isSignatureDue(computeStopState(sampleStop({ requiredItems: ['delivery_placement'] }), []))).toBe(
    false,
  );
  // The next step is Done: the app asks for the signature when the driver taps it.
  expect(
    nextStep(computeStopState(required, asStored([sampleAction('arrived'), samplePhoto()]))),
  ).toMatchObject({
    step: 'done',
  });
});

test('a unit that the office did not plan, and a ticket without its photo, are missing', () => {
  const arrived = { status: 'in_transit', arrivedAt: '2026-11-23T14:00:00.000Z' } as const;
  expect(nextStep(computeStopState(sampleStop({ ...arrived, unit: null }), []))).toEqual({
    step: 'record',
    item: 'unit',
  });
  const disposal = sampleStop({ ...arrived, type: 'disposal', unit: null, requiredItems: ['ticket'] });
  const ticket = sampleAction('ticket', { number: 'T-1', net: 2400, fee: 8000 });
  expect(computeStopState(disposal, asStored([ticket])).missing).toEqual(['ticket']);
  expect(computeStopState(disposal, asStored([ticket, samplePhoto({ type: 'ticket' })])).missing).toEqual([]);
});

test('a refused item changes nothing on the screen, and is shown with the stop', () => {
  const arrived = sampleStop({ status: 'in_transit', arrivedAt: '2026-11-23T14:00:00.000Z' });
  const state = computeStopState(arrived, asStored([sampleAction('done')], 'refused'));
  expect([state.phase, state.refused.length, state.waitingCount]).toEqual(['arrived', 1, 0]);
});

test('what the office ended stays ended, and an end on the phone is not replaced by another', () => {
  expect(
    computeStopState(sampleStop({ status: 'delivered' }), asStored([sampleAction('arrived')])).phase,
  ).toBe('done');
  const ends = asStored([sampleAction('attempted', { reason: 'blocked' }), sampleAction('done')]);
  expect(computeStopState(sampleStop(), ends).phase).toBe('attempted');
});

test('changes of the office are counted, and the phone own progress is not one', () => {
  const [first, second, third] = [11, 12, 13].map((id) => sampleStop({ id }));
  const before = sampleRoutes([first!, second!]);
  expect(routeChange(before, sampleRoutes([{ ...first!, status: 'delivered' }, second!]))).toBeNull();
  const change = routeChange(
    before,
    sampleRoutes([{ ...second!, changedAt: '2026-11-23T13:00:00.000Z' }, third!]),
  );
  expect(change?.map(routeChangeText)).toEqual([
    'Stop 1, Ada Lovelace: was stop 2',
    'Stop 2, Ada Lovelace: added',
    'Ada Lovelace: removed, was stop 1',
  ]);
  expect([routeChange(null, before), routeChange(sampleRoutes([]), before)]).toEqual([null, null]);
  const gate = { ...second!, notes: 'Gate code 4711', unit: { id: 2, number: '15-07' } };
  const withGate = routeChange(before, sampleRoutes([first!, gate]));
  expect(withGate?.map(routeChangeText)).toEqual(['Stop 2, Ada Lovelace: notes, unit']);
  // A unit that the driver took instead is no news, and later changes join the earlier ones.
  const taken = { ...gate, placement: 'Lawn', recorded: { ...gate.recorded, unit: '15-07' } };
  const later = routeChange(before, sampleRoutes([first!, { ...taken, notes: null }]));
  expect(later?.map(routeChangeText)).toEqual(['Stop 2, Ada Lovelace: placement']);
  expect(mergedChange(withGate, later!).map(routeChangeText)).toEqual([
    'Stop 2, Ada Lovelace: notes, unit, placement',
  ]);
});

test('a changed window of the customer is news, and the first one and that of a finished stop are not', () => {
  const windowAt = (hour: number) => ({
    from: `2026-11-23T${hour}:00:00.000Z`,
    to: `2026-11-23T${hour + 2}:00:00.000Z`,
  });
  const first = sampleStop({ arrivalWindow: windowAt(14) });
  const changed = sampleStop({ arrivalWindow: windowAt(17) });
  const newsOf = (before: ReturnType<typeof sampleStop>, now: ReturnType<typeof sampleStop>) =>
    routeChange(sampleRoutes([before]), sampleRoutes([now]))?.map(routeChangeText);
  expect(newsOf(first, changed)).toEqual(['Stop 1, Ada Lovelace: time']);
  expect(newsOf(first, { ...changed, window: 'afternoon' })).toEqual(['Stop 1, Ada Lovelace: time']);
  expect(newsOf(sampleStop(), first)).toBeUndefined();
  expect(newsOf(first, { ...first })).toBeUndefined();
  expect(newsOf(first, { ...changed, status: 'delivered' })).toBeUndefined();
  // As an earlier version of the app stored it.
  const { arrivalWindow: _, ...earlier } = sampleStop();
  expect(newsOf(earlier as ReturnType<typeof sampleStop>, changed)).toBeUndefined();
});

test('the window that the customer was sent replaces the booked one, until the driver is there', () => {
  const arrivalWindow = { from: '2026-11-23T14:00:00.000Z', to: '2026-11-23T16:00:00.000Z' };
  const linesOf = (stop: ReturnType<typeof sampleStop>, ...done: ReturnType<typeof sampleAction>[]) =>
    timeLines(computeStopState(stop, asStored(done)), 'America/New_York').map((line) =>
      line.replaceAll('\u202f', ' '),
    );
  const planned = 'Planned 9:00 AM';
  const expected = ['Customer expects you 9:00 AM to 11:00 AM', planned];
  for (const window of ['any', 'morning']) {
    const sent = sampleStop({ arrivalWindow, window });
    expect(linesOf(sent)).toEqual(expected);
    expect(linesOf(sent, sampleAction('on_my_way'))).toEqual(expected);
    expect(linesOf(sent, sampleAction('on_my_way'), sampleAction('arrived'))).toEqual([planned]);
  }
  const late = { from: '2026-11-23T20:00:00.000Z', to: '2026-11-23T22:00:00.000Z' };
  expect(linesOf(sampleStop({ arrivalWindow: late }))).toEqual(['Customer expects you 3:00 PM to 5:00 PM']);
  expect(linesOf(sampleStop())).toEqual(['Morning, planned 9:00 AM']);
  expect(linesOf(sampleStop({ window: 'any' }))).toEqual(['Any time, planned 9:00 AM']);
  expect(linesOf(sampleStop({ window: 'any', plannedArrival: null }))).toEqual(['Any time']);
  const yard = { type: 'yard', customer: null, window: null } as const;
  expect(linesOf(sampleStop(yard))).toEqual([planned]);
  expect(linesOf(sampleStop({ ...yard, plannedArrival: null }))).toEqual([]);
  // As an earlier version of the app stored it.
  const { arrivalWindow: _, ...earlier } = sampleStop();
  expect(linesOf(earlier as ReturnType<typeof sampleStop>)).toEqual(['Morning, planned 9:00 AM']);
});

test('gross, tare and net of a ticket must agree, and net follows from the others', () => {
  const typed = { number: ' T-9 ', gross: '30,000', tare: '12000', net: '', fee: '84.50' };
  expect(readTicket(typed)).toEqual({
    ticket: { number: 'T-9', gross: 30_000, tare: 12_000, net: 18_000, fee: 8450 },
  });
  expect(readTicket({ ...typed, net: '17000' })).toEqual({
    errors: { net: 'Gross minus tare is 18000. Check the weights' },
  });
  expect(readTicket({ number: '', gross: '1.5', tare: '', net: '0', fee: '-1' })).toEqual({
    errors: {
      number: 'Enter the ticket number',
      gross: 'Enter whole pounds',
      net: 'Enter the net weight in whole pounds',
      fee: 'Enter the fee in dollars, such as 84.50',
    },
  });
});

test('Navigate opens the maps app of the phone, by the address', () => {
  const place = { name: null, address: '1 Main St & 2nd', lat: 1, lng: 2 };
  expect(navigationHref(place, 'Android')).toBe('geo:0,0?q=1%20Main%20St%20%26%202nd');
  expect(navigationHref(place, 'iPhone')).toBe('https://maps.apple.com/?daddr=1%20Main%20St%20%26%202nd');
  expect(navigationHref({ ...place, address: '' }, 'Linux')).toMatch(/destination=1%2C2$/);
  expect(navigationHref({ ...place, address: '', lat: null, lng: null }, 'Linux')).toBeNull();
});

test('photos keep their shape and small ones their size; codes and windows are read as text', () => {
  expect(reducedSize({ width: 4032, height: 3024 })).toEqual({ width: 1600, height: 1200 });
  expect(reducedSize({ width: 800, height: 600 })).toEqual({ width: 800, height: 600 });
  expect(parseUnitNumber('https://rent.example/u/15-01')).toBe('15-01');
  expect(parseUnitNumber(' 15-01 ')).toBe('15-01');
  expect(['08:00-10:30', '08:00-13:00', 'morning', 'any'].map(windowLabel)).toEqual([
    '8:00 to 10:30 AM',
    '8:00 AM to 1:00 PM',
    'Morning',
    null,
  ]);
});

test('a relocation moves the unit that the customer has', () => {
  const types = ['delivery', 'exchange', 'relocation', 'relocate_on_site'] as const;
  expect(types.map((type) => unitVerb({ type }))).toEqual(['Bring', 'Bring', 'Move', 'Move']);
});

test('a break begins and ends where the truck is', () => {
  const stop = sampleStop({ type: 'break', customer: null, place: null, unit: null, requiredItems: [] });
  expect(nextStep(computeStopState(stop, []))).toEqual({ step: 'arrived' });
  expect(nextStep(computeStopState(stop, asStored([sampleAction('arrived')])))).toEqual({
    step: 'done',
    units: [],
  });
});

test('the form of the last item completes the stop: three taps at a disposal site beside the photo', () => {
  const ticket = { number: 'T-1', gross: null, tare: null, net: 2400, fee: 8000 };
  const disposal = sampleStop({
    type: 'disposal',
    status: 'in_transit',
    arrivedAt: '2026-11-23T14:00:00.000Z',
    unit: null,
    requiredItems: ['ticket'],
  });
  const photo = samplePhoto({ type: 'ticket' });
  const done = { kind: 'action', type: 'done', payload: { isCustomerThere: false } };
  expect(finishingRecordings(computeStopState(disposal, asStored([photo])), { ticket })).toEqual([done]);
  expect(finishingRecordings(computeStopState(disposal, []), { ticket })).toBeNull();
  const before = sampleStop({ ...disposal, status: 'pending', arrivedAt: null });
  expect(finishingRecordings(computeStopState(before, asStored([photo])), { ticket })).toBeNull();

  const delivery = computeStopState(sampleStop({ status: 'in_transit', arrivedAt: disposal.arrivedAt }), []);
  expect(finishingRecordings(delivery, { hasSignature: true })).toBeNull();
  const photographed = { ...delivery.recorded, photos: [{ id: 'a', type: 'delivery_placement' as const }] };
  expect(finishingRecordings({ ...delivery, recorded: photographed }, { hasSignature: true })).toEqual([
    { kind: 'action', type: 'unit', payload: { number: '15-01', direction: 'brought' } },
    { kind: 'action', type: 'done', payload: { isCustomerThere: true } },
  ]);
  // Nothing ends a stop while someone can still sign.
  expect(finishingRecordings({ ...delivery, recorded: photographed }, {})).toBeNull();
});

test('a disposal stop lists the loads since the disposal before it, without attempted stops', () => {
  const pickup = (id: number, name: string, change = {}) =>
    sampleStop({
      id,
      type: 'final_pickup',
      unit: null,
      collectedUnit: { id, number: `20-0${id}` },
      customer: { name, phone: { number: '5550000001', display: '(555) 000-0001' } },
      ...change,
    });
  const disposal = (id: number) => sampleStop({ id, type: 'disposal', customer: null });
  const stops = [
    pickup(1, 'Ann'),
    disposal(2),
    sampleStop({ id: 3 }),
    pickup(4, 'Bob'),
    pickup(5, 'Cy'),
    pickup(6, 'Di', { status: 'attempted' }),
    disposal(7),
  ];
  expect(stops.map((stop) => loadsText({ stops }, stop, []))).toEqual([
    null,
    'Unit 20-01 of Ann',
    null,
    null,
    null,
    null,
    'Unit 20-04 of Bob\nUnit 20-05 of Cy',
  ]);
});

test('a stop that was not completed says why, before the report is sent and after', () => {
  const report = asStored([sampleAction('attempted', { reason: 'blocked', note: 'A car' })]);
  expect(attemptText(computeStopState(sampleStop(), report), report)).toBe('Access blocked: A car');
  const sent = sampleStop({ status: 'attempted', outcomeReason: 'Not safe' });
  expect(attemptText(computeStopState(sent, []), [])).toBe('Not safe');
  expect(attemptText(computeStopState(sampleStop(), []), [])).toBeNull();
});

test('the net weight follows gross and tare until the driver types another one', () => {
  const empty = { number: '', gross: '', tare: '', net: '', fee: '' };
  const weighed = changedTicket(changedTicket(empty, { gross: '24,380' }), { tare: '20000' });
  expect(weighed.net).toBe('4380');
  expect(changedTicket(weighed, { tare: '20,100' }).net).toBe('4280');
  expect(changedTicket(weighed, { tare: '' }).net).toBe('');
  const typed = changedTicket(weighed, { net: '4300' });
  expect(changedTicket(typed, { tare: '20100' }).net).toBe('4300');
});
