import { expect, it } from 'vitest';
import { isCustomerHour, nextCustomerHour } from './customer-hours.ts';

const ZONE = 'America/New_York';
const at = (time: string) => Date.parse(`2026-11-24T${time}:00-05:00`);

it('customers are written to from 8 AM until 8 PM', () => {
  const times = ['07:59', '08:00', '19:59', '20:00'];
  expect(times.map((time) => isCustomerHour(at(time), ZONE))).toEqual([false, true, true, false]);
});

it('what happens at night is sent at 8 AM', () => {
  expect(nextCustomerHour(at('10:40'), ZONE)).toBe(at('10:40'));
  expect(nextCustomerHour(at('06:30'), ZONE)).toBe(at('08:00'));
  expect(nextCustomerHour(at('22:15'), ZONE)).toBe(at('08:00') + 24 * 60 * 60_000);
});
