import type { DocsOf } from '#contract/endpoint-docs.ts';
import type * as palette from '#contract/palette.ts';

export const paletteDocs: DocsOf<typeof palette> = {
  searchPalette: {
    summary:
      'Finds bookings (the one with the number first, then the latest), clients and units by a part of their text, at most six of each.',
    errors: ['invalid', 'unauthenticated', 'forbidden'],
    crossings: 1,
  },
};
