import { type ComponentType, useEffect, useState } from 'react';
import { Button } from './Button.tsx';
import { CallUs } from './ContactLinks.tsx';

type Source<P> = { load: () => Promise<ComponentType<P>>; loaded: ComponentType<P> | null };

/**
 * A part that is loaded when it is first shown, or before by `preload`. If it cannot be loaded when it is shown, it says
 * so and can be loaded again.
 */
export function lazyPart<P extends object>(
  load: () => Promise<ComponentType<P>>,
): ComponentType<P> & { preload: () => void } {
  const source: Source<P> = { load: async () => keep(await load()), loaded: null };
  const keep = (part: ComponentType<P>) => {
    source.loaded = part;
    return part;
  };
  return Object.assign((props: P) => <LazyPart source={source} props={props} />, {
    preload: () => void source.load().catch(() => {}),
  });
}

function LazyPart<P extends object>({ source, props }: { source: Source<P>; props: P }) {
  const [Part, setPart] = useState(() => source.loaded);
  const [isFailed, setFailed] = useState(false);
  useEffect(() => {
    if (Part || isFailed) return;
    source.load().then(
      (part) => setPart(() => part),
      () => setFailed(true),
    );
  }, [Part, isFailed, source]);
  if (Part) return <Part {...props} />;
  if (!isFailed) return <p role="status">Loading...</p>;
  return (
    <div role="alert" className="space-y-2">
      <p>This part did not load. Check your internet connection, then try again.</p>
      <Button variant="secondary" onClick={() => setFailed(false)}>
        Try again
      </Button>
      <CallUs before="Still not working?" />
    </div>
  );
}
