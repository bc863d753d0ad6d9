import { type ComponentProps, type ComponentType, useCallback, useEffect, useState } from 'react';
import { ErrorBoundary } from '#web/kit/ui/page/ErrorBoundary.tsx';
import { LoadingScreen } from '#web/kit/ui/page/LoadingScreen.tsx';
import { dayPath, useLinkToken, usePathname, viewAt } from './address.ts';
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
  const step = useDriver((driver) => driver.step);
  const hasSession = useDriver(({ session, result }) => session !== null && result?.status !== 'signed_out');
  const isAnswered = useDriver(({ routes, result }) => routes !== null || result !== null);
  const pathname = usePathname();
  const hasLink = useLinkToken() !== null;
  const view = viewAt(pathname);
  const isSignedIn = hasSession && !hasLink;
  // On a slow connection the route comes first. The rest is loaded before a tap needs it.
  const isRouteRead = step === 'ready' && isAnswered;
  const later = useLoaded(loadLaterPages, isSignedIn && (isRouteRead || view.view !== 'route'));
  // Without a stored session the browser can still have one: the first reply shows it.
  const isSignInDue = step === 'ready' && !isSignedIn && (isAnswered || hasLink);
  const signIn = useLoaded(loadSignIn, isSignInDue);
  const startUpdate = useUpdate(isRouteRead);
  const isLoaded = later.Part !== null;
  useEffect(() => {
    if (!isLoaded && viewAt(pathname).view !== 'route') return;
    // A new page begins at its top, and screen readers begin at its heading.
    scrollTo(0, 0);
    document.querySelector<HTMLElement>(`[data-page="${pathname}"] h1`)?.focus();
  }, [pathname, isLoaded]);
  if (step === 'loading' || (step === 'ready' && !isSignedIn && !isSignInDue))
    return <LoadingScreen>Loading your route...</LoadingScreen>;
  if (step === 'no_storage') return <NoStorage />;
  if (!isSignedIn) return signIn.Part ? <signIn.Part /> : <PageIsMissing onRetry={signIn.retry} />;
  return (
    <div data-page={pathname} className="contents">
      {view.view === 'route' && <StopList day={view.day} startUpdate={startUpdate} />}
      {view.view !== 'route' && later.Part && <later.Part view={view} startUpdate={startUpdate} />}
      {view.view !== 'route' && !later.Part && (
        <PageIsMissing back={{ to: dayPath(null), label: 'Back to the route' }} onRetry={later.retry} />
      )}
    </div>
  );
}

const loadLaterPages = async () => (await import('./LaterPages.tsx')).LaterPages;
const loadSignIn = async () => (await import('./account/DriverSignIn.tsx')).DriverSignIn;

/** Loads a part of the page when `isWanted`. `Part` is null until it is loaded. */
function useLoaded<P>(load: () => Promise<ComponentType<P>>, isWanted: boolean) {
  const [Part, setPart] = useState<ComponentType<P> | null>(null);
  const retry = useCallback(() => {
    load().then(
      (loaded) => setPart(() => loaded),
      () => {
        // No connection, and the service worker does not have it yet: the page offers to load it again.
      },
    );
  }, [load]);
  useEffect(() => {
    if (isWanted) retry();
  }, [isWanted, retry]);
  return { Part, retry };
}

type MissingProps = { back?: ComponentProps<typeof DriverFrame>['back']; onRetry: () => void };

function PageIsMissing({ back, onRetry }: MissingProps) {
  return (
    <DriverFrame title="Loading..." {...(back && { back })}>
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

/** Starts the newer version of the app; null while there is none. `isRouteRead`: installing it may use the connection. */
function useUpdate(isRouteRead: boolean): (() => void) | null {
  const [start, setStart] = useState<(() => void) | null>(null);
  useEffect(() => {
    if (!isRouteRead) return;
    registerDriverWorker((startVersion) => setStart(() => startVersion)).catch(() => {
      // Without a service worker the page works with coverage only; the next visit tries again.
    });
  }, [isRouteRead]);
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
