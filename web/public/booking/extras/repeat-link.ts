import { type RepeatedBooking, readRepeatLink } from '#contract/repeat-links.ts';
import { call, isCode } from '#web/api/call.ts';
import { EMPTY_ENTRIES } from '#web/public/booking/history/entries.ts';
import type { DeepLink } from './deep-link.ts';

/** 'ended': the link has ended, or is unknown. 'failed': the server did not answer. */
export type RepeatResult = { type: 'filled'; link: DeepLink } | { type: 'ended' } | { type: 'failed' };

/** Exchanges the token of the link 'Same as last time' for what fills the form. Never rejects. */
export async function loadRepeated(token: string): Promise<RepeatResult> {
  try {
    return { type: 'filled', link: linkOf(await call(readRepeatLink, { body: { token } })) };
  } catch (error) {
    const isOver = isCode(error, 'not_found') || isCode(error, 'invalid');
    return { type: isOver ? 'ended' : 'failed' };
  }
}

/** All entries: nothing is left of what the tab had before. The customer chooses the day and agrees to the terms. */
function linkOf({ rentalType, ...known }: RepeatedBooking): DeepLink {
  return { rentalType, entries: { ...EMPTY_ENTRIES, ...known } };
}
