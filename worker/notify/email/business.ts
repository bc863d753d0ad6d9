import { getBusinessProfile, logoPath } from '#worker/base/business/profile.ts';
import { findLogoType } from '#worker/base/business/repo.ts';
import type { Context } from '#worker/base/context.ts';
import { type Business, siteUrl } from './layout.ts';

/** The business as e-mails show it. Most mail programs show no SVG, so that an SVG logo is left out. */
export async function readEmailBusiness(ctx: Context): Promise<Business> {
  const { name, phone, email, openingHours, accent, logoHash } = await getBusinessProfile(ctx);
  const isShown = logoHash !== null && (await findLogoType(ctx.db, logoHash)) === 'image/png';
  const logoUrl = isShown ? siteUrl(ctx.settings, logoPath(logoHash)) : null;
  return { name, phone, email, openingHours, accent, logoUrl };
}
