import { type ComponentProps, type ComponentType, useEffect, useState } from 'react';
import { ErrorBoundary } from '#web/ui/page/ErrorBoundary.tsx';
import { LoadingScreen } from '#web/ui/page/LoadingScreen.tsx';
import { DriverSignIn } from './account/DriverSignIn.tsx';
import { dayPath, usePathname, viewAt } from './address.ts';
import { CallOffice } from './CallOffice.tsx';
import { DriverFrame, LARGE_BUTTON } from './DriverFrame.tsx';
import { StopList } from './stops/StopList.tsx';
import { useDriver } from './store.ts';
import { registerDriverWorker } from './worker/update.ts';

export function DriverApp() {
  return (
    <ErrorBoundary
      consequence="What you recorded is kept on this phone, and is sent when the page works again."
      help={<CallOffice />}
    >
      <DriverPages />
    </ErrorBoundary>
  );
}

function DriverPages() {
  const driver = useDriver();
  const pathname = usePathname();
  const startUpdate = useUpdate();
  const { Pages, load } = useLaterPages();
  const isLoaded = Pages !== null;
  useEffect(() => {
    if (!isLoaded && viewAt(pathname).view !== 'route') return;
    // A new page begins at its top, and screen readers begin at its heading.
    scrollTo(0, 0);
    document.querySelector<HTMLElement>(`[data-page="${pathname}"] h1`)?.focus();
  }, [pathname, isLoaded]);
  if (driver.step === 'loading') return <LoadingScreen>Loading your route...</LoadingScreen>;
  if (driver.step === 'no_storage') return <NoStorage />;
  if (!driver.session || driver.result?.status === 'signed_out') return <DriverSignIn />;
  const view = viewAt(pathname);
  return (
    <div data-page={pathname} className="contents">
      {view.view === 'route' && <StopList day={view.day} startUpdate={startUpdate} />}
      {view.view !== 'route' && Pages && <Pages view={view} startUpdate={startUpdate} />}
      {view.view !== 'route' && !Pages && <PageIsMissing onRetry={load} />}
    </div>
  );
}

type Later = ComponentProps<typeof import('./LaterPages.tsx').LaterPages>;

/** Loads them as soon as the list is there, so that a tap does not wait for them. `Pages` is null until then. */
function useLaterPages() {
  const [Pages, setPages] = useState<ComponentType<Later> | null>(null);
  const [load] = useState(() => () => {
    import('./LaterPages.tsx').then(
      ({ LaterPages }) => setPages(() => LaterPages),
      () => {
        // No connection, and the service worker does not have them yet: the page offers to load them again.
      },
    );
  });
  useEffect(load, [load]);
  return { Pages, load };
}

function PageIsMissing({ onRetry }: { onRetry: () => void }) {
  return (
    <DriverFrame title="Loading..." back={{ to: dayPath(null), label: 'Back to the route' }}>
      <div className="appear-late">
        <p>This page needs a connection the first time.</p>
        <button type="button" onClick={onRetry} className={`${LARGE_BUTTON} mt-3`}>
          Try again
        </button>
        <CallOffice />
      </div>
    </DriverFrame>
  );
}

/** Starts the newer version of the app; null while there is none. */
function useUpdate(): (() => void) | null {
  const [start, setStart] = useState<(() => void) | null>(null);
  useEffect(() => {
    registerDriverWorker((startVersion) => setStart(() => startVersion)).catch(() => {
      // Without a service worker the page works with coverage only; the next visit tries again.
    });
  }, []);
  return start;
}

/** What drivers record must survive on the phone, so nothing can be recorded without storage. */
function NoStorage() {
  return (
    <DriverFrame title="This browser cannot store your work">
      <p>
        The page keeps what you record on the phone until it is sent, and this browser does not allow that.
        Private windows often forbid it.
      </p>
      <p className="mt-3">
        Open the page in a normal window, or free storage on the phone, and load it again.
      </p>
      <CallOffice />
    </DriverFrame>
  );
}
