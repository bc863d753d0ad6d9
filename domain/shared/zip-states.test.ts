import { expect, it } from 'vitest';
import { US_STATE_CODES } from './us-states.ts';
import { statesOfZip } from './zip-states.ts';

/** A ZIP code in the capital of each state. */
const CAPITALS =
  `AL 36104, AK 99801, AZ 85001, AR 72201, CA 95814, CO 80202, CT 06103, DE 19901, FL 32301, GA 30303,
  HI 96813, ID 83702, IL 62701, IN 46204, IA 50309, KS 66603, KY 40601, LA 70802, ME 04330, MD 21401, MA 02108, MI 48933,
  MN 55102, MS 39201, MO 65101, MT 59601, NE 68508, NV 89701, NH 03301, NJ 08608, NM 87501, NY 12207, NC 27601, ND 58501,
  OH 43215, OK 73102, OR 97301, PA 17101, RI 02903, SC 29201, SD 57501, TN 37201, TX 78701, UT 84111, VT 05602, VA 23219,
  WA 98501, WV 25301, WI 53703, WY 82001`
    .split(/,\s+/)
    .map((text) => text.split(' ') as [state: string, zip: string]);

it('the capital of every state is in that state', () => {
  expect(CAPITALS.map(([state]) => state)).toEqual(US_STATE_CODES);
  expect(CAPITALS.map(([, zip]) => statesOfZip(zip))).toEqual(CAPITALS.map(([state]) => [state]));
});

it.each([
  ['10001-1234', ['NY']],
  ['00501', ['NY']],
  ['05501', ['MA']],
  ['20101', ['VA']],
  ['73301', ['TX']],
  ['88510', ['TX']],
  // Islands and valleys that are reached through another state, and codes that cross a state line.
  ['06390', ['NY']],
  ['83414', ['WY']],
  ['42223', ['KY', 'TN']],
  ['89439', ['NV', 'CA']],
  ['88063', ['NM', 'TX']],
  ['99362', ['WA', 'OR']],
  ['97913', ['OR', 'ID']],
  ['97910', ['OR', 'ID']],
  ['38079', ['TN', 'KY']],
  ['83120', ['WY', 'ID']],
  ['86504', ['AZ', 'NM']],
  ['89421-0001', ['NV', 'OR']],
  ['56219', ['MN', 'SD']],
  ['82082', ['WY', 'CO', 'NE']],
  ['73960', ['TX']],
  ['45275', ['OH', 'KY']],
])('%s is in %j', (zip, states) => {
  expect(statesOfZip(zip)).toEqual(states);
});

it('of the federal district, the territories, the armed forces and free prefixes no state is known', () => {
  for (const zip of [
    '20001',
    '20500',
    '56901',
    '00601',
    '00802',
    '96910',
    '09001',
    '34001',
    '96201',
    '00000',
  ]) {
    expect(statesOfZip(zip)).toEqual([]);
  }
});

it('no prefix is left out or given to two states', () => {
  const known = Array.from({ length: 1000 }, (_, prefix) =>
    statesOfZip(`${String(prefix).padStart(3, '0')}99`),
  );
  // The sum over the states: a prefix that two of them have would count once.
  expect(known.filter((states) => states.length === 1).length).toBe(906);
});
