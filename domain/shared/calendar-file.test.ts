import { expect, it } from 'vitest';
import { type AllDayEvent, calendarFile, rentalCalendarFile } from './calendar-file.ts';

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

it('has whole days and ends on the day after the last one', () => {
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

it('has one property on each line, with any texts', () => {
  const hostile = 'a\\b;c,d\r\nEND:VEVENT\nX:1\rY\u2028Z\u0007';
  const lines = calendarFile({ ...EVENT, summary: hostile, location: hostile }).split('\r\n');
  expect(lines).toHaveLength(18);
  expect(lines[11]).toBe('SUMMARY:a\\\\b\\;c\\,d\\nEND:VEVENT\\nX:1\\nY\\nZ');
});

it('folds long lines by bytes and splits no character', () => {
  const summary = `${'x'.repeat(66)}${'é🚛'.repeat(40)}`;
  const file = calendarFile({ ...EVENT, summary });
  const lengths = file.split('\r\n').map((line) => new TextEncoder().encode(line).length);
  expect(Math.max(...lengths)).toBeLessThanOrEqual(75);
  expect(Math.max(...lengths)).toBeGreaterThan(70);
  expect(file.replaceAll('\r\n ', '')).toContain(`SUMMARY:${summary}\r\n`);
  expect(file.isWellFormed()).toBe(true);
});

it('a cancelled event has the method CANCEL, its status, the same UID and a higher sequence', () => {
  const lines = calendarFile({ ...EVENT, sequence: 3, isCancelled: true }).split('\r\n');
  expect(lines).toContain('METHOD:CANCEL');
  expect(lines).toContain('STATUS:CANCELLED');
  expect(lines).toContain(`UID:${EVENT.uid}`);
  expect(lines).toContain('SEQUENCE:3');
  expect(lines).not.toContain('METHOD:PUBLISH');
});

it('the rental days of a booking are one file, named and identified by its number', () => {
  const file = rentalCalendarFile({
    booking: { id: 12, sizeName: '15-Yard', deliveryDate: '2026-12-28', pickupDay: '2027-01-03' },
    place: '12 Quarry Road, Albany, NY 12207',
    sequence: 0,
    createdAt: EVENT.createdAt,
    business: { name: 'Ironwood Dumpsters', phone: '(555) 010-0142' },
    host: 'dumpsters.example.com',
    note: 'We call first.',
  });
  expect(file).toMatchObject({ filename: 'booking-12.ics', type: 'text/calendar' });
  const text = file.text.replaceAll('\r\n ', '');
  expect(text).toContain(`UID:${EVENT.uid}\r\n`);
  expect(text).toContain('DTEND;VALUE=DATE:20270104\r\n');
  expect(text).toContain('SUMMARY:15-Yard dumpster\\, booking #12\r\n');
  expect(text).toContain('LOCATION:12 Quarry Road\\, Albany\\, NY 12207\r\n');
  expect(text).toContain('DESCRIPTION:We call first.\\nIronwood Dumpsters\\, (555) 010-0142\r\n');
});
