import { DECLINED_DAYS, type listDeclinedZips, MAX_DECLINED_ZIPS } from '#contract/declined-zips.ts';
import type { ReplyOf } from '#contract/endpoint.ts';
import type { getServiceArea } from '#contract/service-area.ts';
import { declinedText, findZone, isServed } from '#domain/catalog/zones.ts';
import { addDays } from '#domain/shared/days.ts';
import { statesOfZip } from '#domain/shared/zip-states.ts';
import { getBusinessProfile } from '#worker/base/business/profile.ts';
import type { Context } from '#worker/base/context.ts';
import { getPublishedCard } from './rate-cards.ts';
import { countDeclinedZip, listDeclined } from './repo.ts';
import { findPostalCity } from './zip-cities-repo.ts';

/** Says whether the published catalog serves a ZIP code, and counts one that it does not serve. */
export async function checkServiceArea(ctx: Context, zip: string): Promise<ReplyOf<typeof getServiceArea>> {
  const [{ card, zoneZips }, city] = await Promise.all([getPublishedCard(ctx), findPostalCity(ctx.db, zip)]);
  const id = findZone(zoneZips, zip);
  if (!isServed(card.area, id)) {
    return { served: false, zone: null, surcharge: null, message: await declineZip(ctx, zip) };
  }
  const zone = card.area.zones.find((candidate) => candidate.id === id);
  const [state] = statesOfZip(zip);
  return {
    served: true,
    zone: id,
    surcharge: zone?.surcharge ?? null,
    message: null,
    ...(city !== null && { city }),
    ...(state && { state }),
  };
}

/** Counts a ZIP code that is not served. Returns the message for the customer. */
export async function declineZip(ctx: Context, zip: string): Promise<string> {
  const code = zip.slice(0, 5);
  const [{ phone }] = await Promise.all([
    getBusinessProfile(ctx),
    countDeclinedZip(ctx.db, { zip: code, day: ctx.today() }),
  ]);
  return declinedText(code, phone);
}

/** How often which ZIP codes were declined in the last 90 days, today included. */
export async function readDeclinedZips(ctx: Context): Promise<ReplyOf<typeof listDeclinedZips>> {
  const since = addDays(ctx.today(), 1 - DECLINED_DAYS);
  return { since, ...(await listDeclined(ctx.db, { since, limit: MAX_DECLINED_ZIPS })) };
}
