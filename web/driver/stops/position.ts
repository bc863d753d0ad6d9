const MAX_AGE_MS = 2 * 60_000;
const TIMEOUT_MS = 15_000;

type Place = { lat: number; lng: number; atMs: number };
let last: Place | null = null;

/** Asks the phone where it is, so that the next recording has the place. Nothing waits for the answer. */
export function warmUpPlace(): void {
  navigator.geolocation?.getCurrentPosition(
    ({ coords }) => {
      last = { lat: coords.latitude, lng: coords.longitude, atMs: Date.now() };
    },
    () => {
      // Not allowed, or no reception: recordings go without a place.
    },
    { maximumAge: MAX_AGE_MS, timeout: TIMEOUT_MS },
  );
}

/** Where the phone was within the last two minutes. */
export function currentPlace(nowMs = Date.now()): { lat: number | null; lng: number | null } {
  const isFresh = last !== null && nowMs - last.atMs <= MAX_AGE_MS;
  return isFresh && last ? { lat: last.lat, lng: last.lng } : { lat: null, lng: null };
}
