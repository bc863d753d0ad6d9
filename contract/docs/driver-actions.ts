import type * as driverActions from '#contract/driver-actions.ts';
import type { DocsOf } from '#contract/endpoint-docs.ts';

export const driverActionsDocs: DocsOf<typeof driverActions> = {
  sendDriverActions: {
    summary:
      'Records what the driver did, up to 50 actions, in their order. Each gets an answer of its own: a refused action does not stop the others. Sending an action again changes nothing. A driver can send 240 times in a minute, photos included; after that 429 says when to send again.',
    errors: ['invalid', 'unauthenticated', 'forbidden', 'too_many', 'busy'],
    crossings: 3,
  },
};
