import { expect, it } from 'vitest';
import { type AllDayEvent, calendarFile } from './calendar.ts';

const EVENT: AllDayEvent = {
  uid: 'booking-12@dumpsters.example.com',
  sequence: 0,
  createdAt: Date.UTC(2026, 10, 20, 12, 30, 5, 678),
  firstDay: '2026-12-28',
  lastDay: '2027-01-03',
  summary: '15-Yard dumpster',
  location: '12 Quarry Road',
  description: 'We call first.',
};

it('takes whole days, its end the day after the last', () => {
  expect(calendarFile(EVENT).split('\r\n')).toEqual([
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//Dumpster rental//Bookings//EN',
    'CALSCALE:GREGORIAN',
    'METHOD:PUBLISH',
    'BEGIN:VEVENT',
    'UID:booking-12@dumpsters.example.com',
    'SEQUENCE:0',
    'DTSTAMP:20261120T123005Z',
    'DTSTART;VALUE=DATE:20261228',
    'DTEND;VALUE=DATE:20270104',
    'SUMMARY:15-Yard dumpster',
    'LOCATION:12 Quarry Road',
    'DESCRIPTION:We call first.',
    'TRANSP:TRANSPARENT',
    'END:VEVENT',
    'END:VCALENDAR',
    '',
  ]);
});

it('is one property to a line, whatever its texts hold', () => {
  const hostile = 'a\\b;c,d\r\nEND:VEVENT\nX:1\rY\u2028Z\u0007';
  const lines = calendarFile({ ...EVENT, summary: hostile, location: hostile }).split('\r\n');
  expect(lines).toHaveLength(18);
  expect(lines[11]).toBe('SUMMARY:a\\\\b\\;c\\,d\\nEND:VEVENT\\nX:1\\nY\\nZ');
});

it('folds long lines by bytes and cuts no character in two', () => {
  const summary = `${'x'.repeat(66)}${'é🚛'.repeat(40)}`;
  const file = calendarFile({ ...EVENT, summary });
  const lengths = file.split('\r\n').map((line) => new TextEncoder().encode(line).length);
  expect(Math.max(...lengths)).toBeLessThanOrEqual(75);
  expect(Math.max(...lengths)).toBeGreaterThan(70);
  expect(file.replaceAll('\r\n ', '')).toContain(`SUMMARY:${summary}\r\n`);
  expect(file.isWellFormed()).toBe(true);
});
