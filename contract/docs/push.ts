import type { DocsOf } from '#contract/endpoint-docs.ts';
import type * as push from '#contract/push.ts';

export const pushDocs: DocsOf<typeof push> = {
  getPushKey: {
    summary:
      'Returns the public key for push subscriptions (VAPID, RFC 8292), base64url. Null: this system sends no push messages.',
    errors: ['unauthenticated'],
    crossings: 1,
  },
  subscribePush: {
    summary:
      "Stores the push subscription of this session's browser, in place of an earlier one of the session. It ends with the session, and when the push service says that it is gone.",
    errors: ['invalid', 'unauthenticated', 'conflict'],
    crossings: 2,
  },
  unsubscribePush: {
    summary: "Deletes the push subscription of this session's browser.",
    errors: ['invalid', 'unauthenticated'],
    crossings: 2,
  },
};
