import { expect, test } from 'vitest';
import type { Board } from '#contract/dispatch.ts';
import { sampleBoard, sampleBoardJob, sampleBoardStop, sampleRoute } from '#web/test/dispatch.ts';
import { coordinatesText, findPointNear, movedByKey, parseCoordinates } from './coordinates.ts';

const ALBANY = { lat: 42.6512, lng: -73.7551 };

test.each([
  '42.6512, -73.7551',
  ' 42.6512 -73.7551 ',
  '42.6512;-73.7551',
  '(42.6512, −73.7551)',
  '42.6512°, -73.7551°',
])('reads %j as other maps copy it', (text) => {
  expect(parseCoordinates(text)).toEqual(ALBANY);
});

test.each(['', '42.6512', 'Albany', '91, 0', '0, 181', '42.6512, -73.7551, 5', '42,6512, -73,7551'])(
  'finds no place in %j',
  (text) => {
    expect(parseCoordinates(text)).toBeNull();
  },
);

test('a place is the same after it was written and read', () => {
  expect(parseCoordinates(coordinatesText(ALBANY))).toEqual(ALBANY);
});

test('arrow keys move a pin about 10 m, with Shift 100 m; other keys do not', () => {
  const by = (key: string, shiftKey = false) => {
    const moved = movedByKey(ALBANY, { key, shiftKey });
    return moved && coordinatesText(moved);
  };
  expect(by('ArrowUp')).toBe('42.65130, -73.75510');
  expect(by('ArrowLeft', true)).toBe('42.65120, -73.75610');
  expect(by('Enter')).toBeNull();
});

test.each<[string, Partial<Board>, number | null]>([
  ['a job with the same ZIP code', {}, 3],
  ['a job in the same city', { routes: [] }, 2],
  ['a yard', { routes: [], jobs: [] }, 4],
  ['nothing that is known', { routes: [], jobs: [], sites: [] }, null],
])('an address that was not found is looked for near %s', (_, changes, lat) => {
  const at = (latitude: number) => ({ mapPoint: { lat: latitude, lng: -73, precision: 'rooftop' as const } });
  const place = { zip: '12203', city: 'Albany' };
  const lost = sampleBoardJob(1, place);
  const sameCity = sampleBoardJob(2, { ...place, zip: '12207', ...at(2) });
  const sameZip = sampleBoardStop(3, { job: sampleBoardJob(3, { ...place, ...at(3) }) });
  const yard = { id: 4, kind: 'yard' as const, name: 'Yard', lat: 4, lng: -73 };
  const board = sampleBoard([lost, sameCity], [sampleRoute([sameZip])], { sites: [yard], ...changes });
  expect(findPointNear(board, lost)?.lat ?? null).toBe(lat);
});
