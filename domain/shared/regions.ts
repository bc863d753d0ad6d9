/** Cloudflare's location hints that databases, buckets and Durable Objects have in common. */
export type LocationHint = 'wnam' | 'enam' | 'weur' | 'eeur' | 'apac' | 'oc';

/** Where a firm can be: the cloud region near which the Worker runs, and the hint for where its data is. */
type Place = { label: string; placement: string; location: LocationHint };

/**
 * The regions that `npm run deploy` offers. A Worker is placed by a region of another cloud
 * (https://developers.cloudflare.com/workers/configuration/placement/), its data by a hint
 * (https://developers.cloudflare.com/d1/configuration/data-location/).
 */
export const REGIONS = {
  'us-east': { label: 'Eastern United States', placement: 'aws:us-east-1', location: 'enam' },
  'us-central': { label: 'Central United States', placement: 'aws:us-east-2', location: 'enam' },
  'us-west': { label: 'Western United States', placement: 'aws:us-west-2', location: 'wnam' },
  'canada-east': { label: 'Eastern Canada', placement: 'aws:ca-central-1', location: 'enam' },
  'canada-west': { label: 'Western Canada', placement: 'aws:ca-west-1', location: 'wnam' },
  'europe-west': { label: 'Western Europe', placement: 'aws:eu-west-1', location: 'weur' },
  'europe-east': { label: 'Eastern Europe', placement: 'aws:eu-central-1', location: 'eeur' },
  asia: { label: 'Asia', placement: 'aws:ap-southeast-1', location: 'apac' },
  oceania: { label: 'Australia and New Zealand', placement: 'aws:ap-southeast-2', location: 'oc' },
} as const satisfies Record<string, Place>;

export type Region = keyof typeof REGIONS;
export const REGION_NAMES = Object.keys(REGIONS) as Region[];

/** Null for a text that names none. */
export function findRegion(name: string): Place | null {
  return Object.hasOwn(REGIONS, name) ? REGIONS[name as Region] : null;
}
