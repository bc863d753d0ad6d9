/** The message that makes a waiting service worker the active one. */
export const SKIP_WAITING = 'skip-waiting';

const UPDATE_CHECK_MS = 60 * 60 * 1000;

/**
 * Registers the service worker. `onUpdate` is called when a newer version of the app is ready; its argument starts that
 * version. Nothing is lost then: what the driver recorded is stored.
 */
export async function registerDriverWorker(onUpdate: (start: () => void) => void): Promise<void> {
  const workers = navigator.serviceWorker;
  if (!workers) return;
  const registration = await workers.register('/driver-sw.js', { scope: '/driver', updateViaCache: 'none' });
  const offer = (waiting: ServiceWorker | null) => {
    // The first version takes over without a question.
    if (!waiting || !workers.controller) return;
    onUpdate(() => {
      workers.addEventListener('controllerchange', () => location.reload(), { once: true });
      waiting.postMessage(SKIP_WAITING);
    });
  };
  offer(registration.waiting);
  registration.addEventListener('updatefound', () => {
    const { installing } = registration;
    installing?.addEventListener('statechange', () => installing.state === 'installed' && offer(installing));
  });
  setInterval(() => void registration.update().catch(() => {}), UPDATE_CHECK_MS);
}
