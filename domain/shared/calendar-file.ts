import { addDays, type Day } from './days.ts';

export type AllDayEvent = {
  /** Equal in all files about one event, so that a calendar updates its entry instead of adding another. */
  uid: string;
  /** Must be higher in every later file about the same event. */
  sequence: number;
  /** When the file is made, in milliseconds since 1970. */
  createdAt: number;
  firstDay: Day;
  lastDay: Day;
  summary: string;
  location: string;
  description: string;
  /** Removes the entry from the reader's calendar. */
  isCancelled?: boolean;
};

/** A calendar file (RFC 5545) with one all-day event. */
export function calendarFile(event: AllDayEvent): string {
  const lines = [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//Dumpster rental//Bookings//EN',
    'CALSCALE:GREGORIAN',
    `METHOD:${event.isCancelled ? 'CANCEL' : 'PUBLISH'}`,
    'BEGIN:VEVENT',
    `UID:${escapeText(event.uid)}`,
    `SEQUENCE:${event.sequence}`,
    `DTSTAMP:${new Date(event.createdAt).toISOString().replace(/[-:]|\.\d+/g, '')}`,
    `DTSTART;VALUE=DATE:${basic(event.firstDay)}`,
    // Exclusive: the day after the last day.
    `DTEND;VALUE=DATE:${basic(addDays(event.lastDay, 1))}`,
    `SUMMARY:${escapeText(event.summary)}`,
    `LOCATION:${escapeText(event.location)}`,
    `DESCRIPTION:${escapeText(event.description)}`,
    ...(event.isCancelled ? ['STATUS:CANCELLED'] : []),
    'TRANSP:TRANSPARENT',
    'END:VEVENT',
    'END:VCALENDAR',
  ];
  return lines.map((line) => `${fold(line)}\r\n`).join('');
}

type RentalEvent = {
  booking: { id: number; sizeName: string; deliveryDate: Day; pickupDay: Day };
  /** The address of the dumpster, in one line. */
  place: string;
  /** 0 in the first file of a booking, higher in every later one. */
  sequence: number;
  /** When the file is made, in milliseconds since 1970. */
  createdAt: number;
  business: { name: string; phone: string };
  /** The site's host name, part of the entry's identifier. */
  host: string;
  /** A sentence about the entry, above the business's name and phone. */
  note: string;
  isCancelled?: boolean;
};

/** The rental days of a booking as a calendar file. The UID is the same in every file of the booking. */
export function rentalCalendarFile({ booking, place, business, host, note, ...event }: RentalEvent) {
  const { id, sizeName, deliveryDate, pickupDay } = booking;
  const text = calendarFile({
    ...event,
    uid: `booking-${id}@${host}`,
    firstDay: deliveryDate,
    lastDay: pickupDay,
    summary: `${sizeName} dumpster, booking #${id}`,
    location: place,
    description: `${note}\n${business.name}, ${business.phone}`,
  });
  return { filename: `booking-${id}.ics`, type: 'text/calendar', text };
}

const MAX_BYTES = 75;

/** Folds a line to at most 75 bytes without splitting a character; continuation lines begin with a space. */
function fold(line: string): string {
  const parts = [''];
  let bytes = 0;
  for (const character of line) {
    const size = utf8Length(character);
    if (bytes + size > MAX_BYTES) {
      parts.push('');
      bytes = 1;
    }
    parts[parts.length - 1] += character;
    bytes += size;
  }
  return parts.join('\r\n ');
}

function utf8Length(character: string): number {
  const code = character.codePointAt(0) ?? 0;
  if (code < 0x80) return 1;
  if (code < 0x800) return 2;
  return code < 0x1_0000 ? 3 : 4;
}

/** Writes line breaks as \n and removes other control characters. */
function escapeText(text: string): string {
  return text
    .replace(/[\\;,]/g, (character) => `\\${character}`)
    .replace(/\r\n|[\r\n\u2028\u2029]/g, '\\n')
    .replace(/\p{Cc}/gu, '');
}

function basic(day: Day): string {
  return day.replaceAll('-', '');
}
