import { CallError } from '#web/api/call.ts';
import { EMPTY_ENTRIES, type Entries } from '#web/public/booking/history/entries.ts';

/** Server errors of the details form, by field. */
export type FieldErrors = Partial<Record<keyof Entries, string>>;

/** Returns the field errors of a failed call; null if it names no field of the form. */
export function parseFieldErrors(error: unknown): FieldErrors | null {
  const issues = (error instanceof CallError && error.reply?.issues) || [];
  const errors: FieldErrors = {};
  for (const { path, message } of issues) {
    const field = path.replace('bookingData.', '');
    if (isField(field)) errors[field] ??= message;
  }
  return Object.keys(errors).length > 0 ? errors : null;
}

function isField(name: string): name is keyof Entries {
  return Object.hasOwn(EMPTY_ENTRIES, name);
}
