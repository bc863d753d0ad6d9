import type { BookingTexts } from '#contract/texts.ts';
import { TEXT_CONSENT_SOURCE_LABELS } from '#domain/shared/texts.ts';
import { site } from '#web/config.ts';
import { momentText } from '#web/kit/dates/moment.ts';

/** Whether the customer of a booking gets texts, and why not. */
export function textStateText({ state, isOffered, stoppedAt }: BookingTexts): string {
  if (!isOffered) return 'Texts are not set up';
  switch (state) {
    case 'on':
      return 'Gets texts';
    case 'withdrawn':
      return 'No texts: the customer does not want them';
    case 'stopped':
      return `No texts: the number sent STOP${stoppedAt === null ? '' : ` on ${momentText(stoppedAt, site.timeZone)}`}. Only START from that phone turns them on again`;
    case 'no_number':
      return 'No texts: the phone number cannot get them';
    case 'not_asked':
      return 'No texts: the customer has not agreed for this phone number';
  }
}

/** 'Agreed Nov 21, 2026, 4:05 AM, on the booking page, from 203.0.113.7'. */
export function consentText(consent: NonNullable<BookingTexts['consent']>): string {
  const { isGiven, source, ip, createdAt, createdBy } = consent;
  const when = `${isGiven ? 'Agreed' : 'Withdrawn'} ${momentText(createdAt, site.timeZone)}`;
  const by = createdBy === null ? '' : ` by ${createdBy}`;
  return `${when}, ${TEXT_CONSENT_SOURCE_LABELS[source]}${by}${ip === null ? '' : `, from ${ip}`}`;
}
