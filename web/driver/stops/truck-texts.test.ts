import { expect, test } from 'vitest';
import type { DriverStop } from '#contract/driver-routes.ts';
import { sampleStop } from '#web/driver/test/driver-samples.ts';
import { truckTexts } from './truck-texts.ts';

const unit = (number: string) => ({ id: Number(number), number });
const at = (name: string) => ({ name, phone: { number: '1', display: '1' } });
const stop = (id: number, change: Partial<DriverStop>) =>
  sampleStop({ id, unit: null, sizeName: null, customer: at(`C${id}`), ...change });
const site = (name: string) => ({ name, address: '1 Dump Road, Albany', lat: null, lng: null });
const textsOf = (stops: DriverStop[], id: number) =>
  Object.fromEntries(
    truckTexts({ stops }, stops.find((each) => each.id === id)!, []).filter(([, text]) => text !== null),
  );

test('a yard stop says what to leave and what to load until the next yard', () => {
  const stops = [
    stop(1, { type: 'exchange', unit: unit('11'), collectedUnit: unit('12') }),
    stop(2, { type: 'final_pickup', collectedUnit: unit('13'), sizeName: '20-Yard' }),
    stop(3, { type: 'final_pickup', collectedUnit: unit('14'), status: 'attempted' }),
    stop(4, { type: 'yard', customer: null }),
    stop(5, { type: 'delivery', unit: unit('15') }),
    // The emptied unit goes on to the next customer.
    stop(6, { type: 'exchange', unit: unit('12'), collectedUnit: unit('16') }),
    stop(7, { type: 'yard', customer: null }),
  ];
  expect(textsOf(stops, 4)).toEqual({ Leave: 'Unit 13, 20-Yard, of C2', Load: 'Unit 15 for C5' });
  expect(textsOf(stops, 7)).toEqual({ Leave: 'Unit 16 of C6', Load: 'Nothing' });
  expect(textsOf(stops, 5)).toEqual({});
});

test('a dump and return says all three parts, and its disposal stop where the unit goes then', () => {
  const stops = [
    stop(1, { type: 'dump_and_return', collectedUnit: unit('12') }),
    stop(2, { type: 'disposal', customer: null, place: site('County landfill') }),
  ];
  expect(textsOf(stops, 1)).toEqual({
    'To do':
      '1. Take unit 12 from here.\n2. Dump it at County landfill, 1 Dump Road, Albany.\n3. Bring it back here, then press Done.',
  });
  expect(textsOf(stops, 2)).toEqual({
    'To dump': 'Unit 12 of C1',
    // The address of the customer.
    Then: 'Bring unit 12 back to C1, 12 Quarry Road, Albany, NY 12207',
  });
});
