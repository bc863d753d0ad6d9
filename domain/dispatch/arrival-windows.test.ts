import { describe, expect, it } from 'vitest';
import { arrivalWindow, isOutside } from './arrival-windows.ts';

const at = (time: string) => Date.parse(`2026-11-24T${time}:00Z`);
const span = (from: string, to: string) => ({ fromMs: at(from), toMs: at(to) });

const windowOf = (arrival: string, booked: ReturnType<typeof span> | null) =>
  arrivalWindow(at(arrival), { booked, dayStartMs: at('06:00') });

describe('the window that a customer is given', () => {
  it('is two hours from a half hour, with the arrival in its middle', () => {
    expect(windowOf('10:40', null)).toEqual(span('09:30', '11:30'));
    expect(windowOf('10:30', null)).toEqual(span('09:30', '11:30'));
    expect(windowOf('10:29', null)).toEqual(span('09:00', '11:00'));
  });

  it('stays within the window that the customer booked', () => {
    expect(windowOf('11:40', span('08:00', '12:00'))).toEqual(span('10:30', '12:00'));
    expect(windowOf('08:10', span('08:00', '12:00'))).toEqual(span('08:00', '09:00'));
    expect(windowOf('06:10', span('12:00', '17:00'))).toEqual(span('12:00', '13:00'));
    expect(windowOf('10:15', span('10:00', '10:30'))).toEqual(span('10:00', '10:30'));
  });

  it('does not begin before drivers start', () => {
    expect(windowOf('06:18', null)).toEqual(span('06:00', '08:00'));
    expect(windowOf('07:10', null)).toEqual(span('06:00', '08:00'));
    expect(windowOf('05:40', null)).toEqual(span('05:30', '07:30'));
  });

  it('is not limited to the booked window when the driver comes after it', () => {
    expect(windowOf('13:10', span('08:00', '12:00'))).toEqual(span('12:00', '14:00'));
  });
});

it('both ends of a window are in it', () => {
  const window = span('09:30', '11:30');
  const times = ['09:29', '09:30', '11:30', '11:31'];
  expect(times.map((time) => isOutside(at(time), window))).toEqual([true, false, false, true]);
});
