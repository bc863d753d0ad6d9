import type { LocationHint } from '#domain/shared/regions.ts';

/** The options with which a Durable Object is first asked: they decide where it stays. */
export function placedAt(locationHint: LocationHint | null): DurableObjectNamespaceGetDurableObjectOptions {
  return locationHint === null ? {} : { locationHint };
}
