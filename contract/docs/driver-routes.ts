import type * as driverRoutes from '#contract/driver-routes.ts';
import type { DocsOf } from '#contract/endpoint-docs.ts';

export const driverRoutesDocs: DocsOf<typeof driverRoutes> = {
  listDriverRoutes: {
    summary:
      'Lists the published routes of the driver who is signed in, of yesterday, today and tomorrow, with their stops in order. Without prices and e-mail addresses.',
    errors: ['unauthenticated', 'forbidden', 'too_many'],
    crossings: 2,
  },
};
