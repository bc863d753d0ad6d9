import type { Context } from '#worker/base/context.ts';
import type { InlineImage } from '#worker/base/platform/mail.ts';
import { readEmailPhotos } from '#worker/rental/email-photos.ts';
import { listTicketPhotos } from './repo.ts';

/** The photos of the dump tickets that a price follows from, for an e-mail to the customer. */
export async function readTicketPhotos(ctx: Context, bookingId: number): Promise<InlineImage[]> {
  return readEmailPhotos(ctx, await listTicketPhotos(ctx.db, bookingId), 'ticket');
}
