import type * as driverPhotos from '#contract/driver-photos.ts';
import type { DocsOf } from '#contract/endpoint-docs.ts';

export const driverPhotosDocs: DocsOf<typeof driverPhotos> = {
  storeDriverPhoto: {
    summary:
      'Stores a photo or signature of a stop under an id that the phone made. The body is a JPEG, PNG or WebP file of at most 5 MB; its metadata is removed. Sending the same file again answers already_stored, another file under the id is 409 conflict.',
    errors: ['invalid', 'unauthenticated', 'forbidden', 'not_found', 'conflict', 'too_large', 'too_many'],
    crossings: 6,
  },
  getDriverPhoto: {
    summary: 'Returns a photo that the driver who is signed in has stored.',
    errors: ['unauthenticated', 'forbidden', 'not_found', 'too_many'],
    crossings: 2,
  },
  getStopPhoto: {
    summary: 'Returns a photo or signature of a driver.',
    errors: ['unauthenticated', 'forbidden', 'not_found'],
    crossings: 2,
  },
};
