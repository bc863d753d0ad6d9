import { addDays, type Day } from '#domain/days.ts';

export type AllDayEvent = {
  /** The same in every mail about the same thing, so that a calendar keeps one entry. */
  uid: string;
  /** Goes up with every change. */
  sequence: number;
  /** Milliseconds since 1970. */
  createdAt: number;
  firstDay: Day;
  lastDay: Day;
  summary: string;
  location: string;
  description: string;
};

/** A calendar file (RFC 5545) of one event that takes whole days, wherever its reader is. */
export function calendarFile(event: AllDayEvent): string {
  const lines = [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//Dumpster rental//Bookings//EN',
    'CALSCALE:GREGORIAN',
    'METHOD:PUBLISH',
    'BEGIN:VEVENT',
    `UID:${escapeText(event.uid)}`,
    `SEQUENCE:${event.sequence}`,
    `DTSTAMP:${new Date(event.createdAt).toISOString().replace(/[-:]|\.\d+/g, '')}`,
    `DTSTART;VALUE=DATE:${basic(event.firstDay)}`,
    // The first day that is not part of it.
    `DTEND;VALUE=DATE:${basic(addDays(event.lastDay, 1))}`,
    `SUMMARY:${escapeText(event.summary)}`,
    `LOCATION:${escapeText(event.location)}`,
    `DESCRIPTION:${escapeText(event.description)}`,
    'TRANSP:TRANSPARENT',
    'END:VEVENT',
    'END:VCALENDAR',
  ];
  return lines.map((line) => `${fold(line)}\r\n`).join('');
}

const MAX_BYTES = 75;

/** Lines of at most 75 bytes, no character cut in two; a line that goes on begins with a space. */
function fold(line: string): string {
  const parts = [''];
  let bytes = 0;
  for (const character of line) {
    const size = new TextEncoder().encode(character).length;
    if (bytes + size > MAX_BYTES) {
      parts.push('');
      bytes = 1;
    }
    parts[parts.length - 1] += character;
    bytes += size;
  }
  return parts.join('\r\n ');
}

/** A line break is written as \n; no other control character is text. */
function escapeText(text: string): string {
  return text
    .replace(/[\\;,]/g, (character) => `\\${character}`)
    .replace(/\r\n|[\r\n\u2028\u2029]/g, '\\n')
    .replace(/\p{Cc}/gu, '');
}

function basic(day: Day): string {
  return day.replaceAll('-', '');
}
