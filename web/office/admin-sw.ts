import { listenForPush, type PushScope } from '#web/kit/ui/browser/push-notices.ts';

/** The service worker of the back office: it shows notifications, and stores nothing. */
listenForPush(self as unknown as PushScope, {
  unknown: { title: 'A driver sent a message', url: '/admin/dispatch', tag: 'drivers' },
});
