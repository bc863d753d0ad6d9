/** [longitude, latitude] in degrees, as openrouteservice and VROOM write places. */
export type Location = [number, number];

/** Seconds and meters of a drive. */
export interface Drive {
  seconds: number;
  meters: number;
}

const EARTH_RADIUS_METERS = 6_371_000;
/** Roads are longer than the straight line. */
const DETOUR = 1.3;
const METERS_PER_SECOND = 45_000 / 3600;
/** Leaving and arriving take a minute in all. */
const FIXED_SECONDS = 60;

/** The drive along a great circle. Nothing between a place and itself. */
export function driveBetween(from: Location, to: Location): Drive {
  const meters = Math.round(greatCircleMeters(from, to) * DETOUR);
  return { seconds: meters === 0 ? 0 : Math.round(FIXED_SECONDS + meters / METERS_PER_SECOND), meters };
}

function greatCircleMeters([lng1, lat1]: Location, [lng2, lat2]: Location): number {
  const sinLat = Math.sin(radians(lat2 - lat1) / 2);
  const sinLng = Math.sin(radians(lng2 - lng1) / 2);
  const half = sinLat ** 2 + Math.cos(radians(lat1)) * Math.cos(radians(lat2)) * sinLng ** 2;
  return 2 * EARTH_RADIUS_METERS * Math.asin(Math.min(1, Math.sqrt(half)));
}

function radians(degrees: number): number {
  return (degrees * Math.PI) / 180;
}

/** Whether a value of a request is [longitude, latitude] on the earth. */
export function isLocation(value: unknown): value is Location {
  if (!Array.isArray(value) || value.length !== 2) return false;
  const [lng, lat] = value as unknown[];
  return typeof lng === 'number' && typeof lat === 'number' && Math.abs(lng) <= 180 && Math.abs(lat) <= 90;
}
