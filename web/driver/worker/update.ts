/** The message that makes a waiting service worker the active one. */
export const SKIP_WAITING = 'skip-waiting';

const UPDATE_CHECK_MS = 60 * 60 * 1000;

/**
 * Registers the service worker. `onUpdate` is called when a newer version of the app is ready, here or because another
 * tab has started it; its argument starts that version. Nothing is lost then: what the driver recorded is stored.
 */
export async function registerDriverWorker(
  onUpdate: (start: () => void) => void,
  reload = () => location.reload(),
): Promise<void> {
  const workers = navigator.serviceWorker;
  if (!workers) return;
  let isControlled = workers.controller !== null;
  let isStarting = false;
  workers.addEventListener('controllerchange', () => {
    if (isStarting) reload();
    // The first version takes over without a question.
    else if (isControlled) onUpdate(reload);
    isControlled = true;
  });
  const registration = await workers.register('/driver-sw.js', { scope: '/driver', updateViaCache: 'none' });
  const offer = (waiting: ServiceWorker | null) => {
    if (!waiting || !workers.controller) return;
    onUpdate(() => {
      isStarting = true;
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
