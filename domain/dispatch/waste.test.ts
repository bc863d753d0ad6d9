import { expect, test } from 'vitest';
import { listRefusedWaste } from './waste.ts';

const pickup = (material: string | null) => ({ type: 'final_pickup', material }) as const;

test('a site refuses the waste of the stops since the truck was emptied, unless it lists the material', () => {
  const stops = [
    pickup('Concrete'),
    { type: 'disposal', material: null } as const,
    { type: 'delivery', material: 'Concrete' } as const,
    pickup('Roofing'),
    pickup('Yard waste'),
    pickup('Roofing'),
    pickup(null),
  ];
  expect(listRefusedWaste(stops, ['yard waste '])).toEqual(['Roofing']);
  expect(listRefusedWaste(stops, [])).toEqual(['Roofing', 'Yard waste']);
  expect(listRefusedWaste(stops, null)).toEqual([]);
  expect(listRefusedWaste(stops.slice(0, 1), ['Roofing'])).toEqual(['Concrete']);
});
