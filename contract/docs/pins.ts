import type { DocsOf } from '#contract/endpoint-docs.ts';
import type * as pins from '#contract/pins.ts';

export const pinsDocs: DocsOf<typeof pins> = {
  placePin: {
    summary:
      "Sets the point of a booking's address on the map and records it in the booking's history. It counts for every booking of the address, and no lookup changes it. 400 invalid for a point that is more than 100 miles from the ZIP code.",
    errors: ['invalid', 'unauthenticated', 'forbidden', 'not_found', 'conflict'],
    crossings: 5,
  },
  removePin: {
    summary:
      "Removes the pin of a booking's address, which is then looked up again. Returns the point until then, the middle of the ZIP code; null for an unknown ZIP code.",
    errors: ['unauthenticated', 'forbidden', 'not_found', 'conflict'],
    crossings: 5,
  },
};
