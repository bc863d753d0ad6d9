import { AppError } from '#domain/shared/errors.ts';
import type { Db } from '#worker/base/db/client.ts';
import { getBusinessProfile } from './profile.ts';
import { type BookingPause, type FirstProfile, readPause } from './repo.ts';

/** Whether online booking is paused, and the text for customers. */
export const getPauseState = (ctx: { db: Db }): Promise<BookingPause> => readPause(ctx.db);

const DEFAULT_TEXT = 'Online booking is paused at the moment.';

/** Throws paused, with the text of the business and its phone number, while online booking is paused. */
export async function assertNotPaused(
  ctx: { db: Db; settings: { firstProfile: FirstProfile } },
  { isPaused, text }: BookingPause,
) {
  if (!isPaused) return;
  const { phone } = await getBusinessProfile(ctx);
  throw new AppError('paused', `${text || DEFAULT_TEXT} Please call us at ${phone}.`, { body: { phone } });
}
