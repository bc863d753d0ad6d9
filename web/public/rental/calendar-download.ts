import { rentalCalendarFile } from '#domain/shared/calendar-file.ts';
import { site } from '#web/config.ts';
import { addressText } from '#web/kit/ui/names.ts';
import type { Receipt } from './stored-receipts.ts';

/** Downloads the rental days, with the UID of the confirmation e-mail's entry, so that a calendar shows one of them. */
export function saveCalendarFile({ contact, ...booking }: Receipt & { id: number }): void {
  const { filename, type, text } = rentalCalendarFile({
    booking,
    place: contact ? addressText(contact) : '',
    sequence: 0,
    createdAt: Date.now(),
    business: { name: site.businessName, phone: site.businessPhone },
    host: window.location.hostname,
    note: 'Our staff will confirm the delivery window with you.',
  });
  const link = document.createElement('a');
  link.href = URL.createObjectURL(new Blob([text], { type: `${type};charset=utf-8` }));
  link.download = filename;
  link.click();
  // Safari reads the file after the click.
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
}
