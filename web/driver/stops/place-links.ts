import type { DriverStop } from '#contract/driver-routes.ts';

type Place = NonNullable<DriverStop['place']>;

/**
 * The address that opens the phone's maps app with the way to a place; null without an address. The address counts, not
 * the point: a point can be the middle of a ZIP code.
 */
export function navigationHref(place: Place | null, userAgent = navigator.userAgent): string | null {
  if (!place) return null;
  const { address, lat, lng } = place;
  const target = address || (lat === null || lng === null ? '' : `${lat},${lng}`);
  if (target === '') return null;
  const query = encodeURIComponent(target);
  if (/iPhone|iPad|iPod/.test(userAgent)) return `https://maps.apple.com/?daddr=${query}`;
  if (/Android/.test(userAgent)) return `geo:0,0?q=${query}`;
  return `https://www.google.com/maps/dir/?api=1&destination=${query}`;
}
