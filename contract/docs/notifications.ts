import type { DocsOf } from '#contract/endpoint-docs.ts';
import type * as notifications from '#contract/notifications.ts';

export const notificationsDocs: DocsOf<typeof notifications> = {
  listNotifications: {
    summary: 'Lists e-mails and background work, newest first, including failed items.',
    errors: ['invalid', 'unauthenticated', 'forbidden'],
    crossings: 1,
  },
  replayNotification: {
    summary: 'Retries a failed item once. The reply is 409 when the item is sent or waiting.',
    errors: ['unauthenticated', 'forbidden', 'not_found', 'conflict', 'provider_unavailable'],
    crossings: 5,
  },
  releaseNotification: {
    summary: 'Sends an e-mail that was held after a restore. The reply is 409 when the item is not held.',
    errors: ['unauthenticated', 'forbidden', 'not_found', 'conflict'],
    crossings: 3,
  },
  releaseNotifications: {
    summary: 'Sends all e-mails that were held after a restore. Returns their number.',
    errors: ['unauthenticated', 'forbidden'],
    crossings: 2,
  },
};
