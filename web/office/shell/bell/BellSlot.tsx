import { type ComponentType, lazy, Suspense } from 'react';
import { useFirstScreenDone } from '#web/api/first-screen.ts';

const Bell = lazy(async (): Promise<{ default: ComponentType }> => {
  try {
    return { default: (await import('./Bell.tsx')).Bell };
  } catch {
    // Without its script the bar has no bell; the pages behind it can still be opened.
    return { default: () => null };
  }
});

/** The place of the bell in the top bar. Its script and its call come after the page. */
export function BellSlot() {
  const isDone = useFirstScreenDone();
  return (
    <span className="inline-flex min-h-11 min-w-11 justify-center">
      {isDone && (
        <Suspense>
          <Bell />
        </Suspense>
      )}
    </span>
  );
}
