/** Where the morning ends and the afternoon begins, 'HH:MM' on the business's clock. */
export const HALF_DAY_TIME = '12:00';
/** A driver cannot keep a shorter window. */
export const MIN_WINDOW_MINUTES = 30;

/** The window of a job: 'any', 'morning', 'afternoon', or 'HH:MM-HH:MM' on the business's clock. */
export const TIME_WINDOW = /^(?:any|morning|afternoon|(?:[01]\d|2[0-3]):[0-5]\d-(?:[01]\d|2[0-3]):[0-5]\d)$/;

/** The times of 'HH:MM-HH:MM'; null for any other window. */
export function spanOfWindow(window: string): { from: string; to: string } | null {
  const match = /^(\d\d:\d\d)-(\d\d:\d\d)$/.exec(window);
  return match?.[1] && match[2] ? { from: match[1], to: match[2] } : null;
}

/** Whether the window ends late enough after its beginning; true for half days. */
export function isLongEnough(window: string): boolean {
  const span = spanOfWindow(window);
  return span === null || minutesOf(span.to) - minutesOf(span.from) >= MIN_WINDOW_MINUTES;
}

function minutesOf(time: string): number {
  const [hours, minutes] = clockOf(time);
  return hours * 60 + minutes;
}

/** 'Morning', '8:00 AM to 10:00 AM'; null: at any time of the day. */
export function windowText(window: string): string | null {
  if (window === 'any') return null;
  if (window === 'morning') return 'Morning';
  if (window === 'afternoon') return 'Afternoon';
  return window.split('-').map(formatTimeOfDay).join(' to ');
}

/** As windowText, with 'Any time'. */
export const windowName = (window: string) => windowText(window) ?? 'Any time';

/** '08:30' -> '8:30 AM'. */
export function formatTimeOfDay(time: string): string {
  const [hours, minutes] = clockOf(time);
  return `${hours % 12 || 12}:${String(minutes).padStart(2, '0')} ${hours < 12 ? 'AM' : 'PM'}`;
}

/** '08:30' -> [8, 30]. */
function clockOf(time: string): [hours: number, minutes: number] {
  const [hours = 0, minutes = 0] = time.split(':').map(Number);
  return [hours, minutes];
}
