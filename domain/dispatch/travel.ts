/** A point on the map, in degrees. */
export type Point = { lat: number; lng: number };

/** A drive between two points. `meters` is null while one of them is not known. */
export type Leg = { seconds: number; meters: number | null };

export const METERS_PER_MILE = 1609.344;
const EARTH_RADIUS_METERS = 6_371_000;
/** Roads are longer than the straight line. */
const DETOUR = 1.3;
const METERS_PER_SECOND = 40_000 / 3600;
/** The drive to or from a point that is not known. */
export const UNKNOWN_LEG_SECONDS = 20 * 60;

/** The drive from one point to another, estimated from the straight line. Null: the point is not known. */
export function estimateLeg(from: Point | null, to: Point | null): Leg {
  if (!from || !to) return { seconds: UNKNOWN_LEG_SECONDS, meters: null };
  const meters = Math.round(metersBetween(from, to) * DETOUR);
  return { seconds: Math.round(meters / METERS_PER_SECOND), meters };
}

/** The straight line over the ground, in meters. */
export function metersBetween(from: Point, to: Point): number {
  const [lat1, lat2] = [radians(from.lat), radians(to.lat)];
  const sinLat = Math.sin((lat2 - lat1) / 2);
  const sinLng = Math.sin(radians(to.lng - from.lng) / 2);
  const half = sinLat * sinLat + Math.cos(lat1) * Math.cos(lat2) * sinLng * sinLng;
  return 2 * EARTH_RADIUS_METERS * Math.asin(Math.min(1, Math.sqrt(half)));
}

function radians(degrees: number): number {
  return (degrees * Math.PI) / 180;
}

/** An address as the key of its point on the map: case, punctuation and ZIP+4 make no difference. */
export function geocodeKey(address: { address: string; city: string; state: string; zip: string }): string {
  const parts = [address.address, address.city, address.state, address.zip.slice(0, 5)];
  const written = parts.join('\n');
  const known = keys.get(written);
  if (known !== undefined) return known;
  const key = parts
    .map((part) =>
      part
        .toLowerCase()
        .replace(/[^\p{L}\p{N}]+/gu, ' ')
        .trim(),
    )
    .join(', ');
  if (keys.size >= MAX_KEYS) keys.clear();
  keys.set(written, key);
  return key;
}

/** A board reads the same addresses again and again, and each key takes microseconds. */
const keys = new Map<string, string>();
const MAX_KEYS = 2000;
