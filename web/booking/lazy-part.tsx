import { type ComponentType, lazy, Suspense } from 'react';
import { CallUs } from '#web/ui/ContactLinks.tsx';

/** A part that is loaded when it is first shown. If it cannot be loaded, it shows how to contact the business. */
export function lazyPart<P extends object>(load: () => Promise<ComponentType<P>>): ComponentType<P> {
  const Part = lazy<ComponentType<P>>(() =>
    load().then(
      (part) => ({ default: part }),
      () => ({ default: NotLoaded }),
    ),
  );
  return (props) => (
    <Suspense fallback={<p role="status">Loading...</p>}>
      <Part {...props} />
    </Suspense>
  );
}

function NotLoaded() {
  return <CallUs before="This part did not load." />;
}
