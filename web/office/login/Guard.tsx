import { Fragment, lazy, type ReactNode, Suspense, useEffect, useState } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { mayEnterOffice } from '#domain/accounts/access.ts';
import { isCode } from '#web/api/call.ts';
import { reasonText } from '#web/kit/form/failure.ts';
import { Button } from '#web/kit/ui/Button.tsx';
import { Panel } from '#web/kit/ui/Panel.tsx';
import { ErrorBoundary } from '#web/kit/ui/page/ErrorBoundary.tsx';
import { LoadingScreen } from '#web/kit/ui/page/LoadingScreen.tsx';
import { PATHS } from '#web/paths.ts';
import { type LoginState, openDriverPage, useLoginState } from './session-state.ts';

const SignInAgain = lazy(async () => ({ default: (await import('./SignInAgain.tsx')).SignInAgain }));

const REDIRECT_MS = 100;

/**
 * Shows the back office to signed-in users; others go to the login and then back to the page. A page that holds unsaved
 * work when its session ends stays, with the sign-in above it.
 */
export function Guard({ children }: { children: ReactNode }) {
  const { sessionState, asked } = useLoginState();
  const [visit, setVisit] = useState(0);
  switch (sessionState.status) {
    case 'signedIn':
      return (
        <>
          <Fragment key={visit}>{children}</Fragment>
          {sessionState.isLocked && (
            <ErrorBoundary>
              <Suspense>
                <SignInAgain
                  username={sessionState.username}
                  onOtherPerson={() => setVisit((before) => before + 1)}
                />
              </Suspense>
            </ErrorBoundary>
          )}
        </>
      );
    case 'signedOut':
      return <RedirectToLogin isOver={sessionState.isOver} />;
    case 'unknown':
      if (asked.data && !mayEnterOffice(asked.data.role)) return <DriverRedirect />;
      if (asked.isFetching || !asked.error || isCode(asked.error, 'unauthenticated')) {
        return <LoadingScreen>Checking who you are...</LoadingScreen>;
      }
      return <SessionCheckFailed error={asked.error} onTryAgain={() => void asked.refetch()} />;
  }
}

function RedirectToLogin({ isOver }: { isOver: boolean }) {
  const navigate = useNavigate();
  const { pathname, search, hash } = useLocation();
  useEffect(() => {
    const state: LoginState = { wanted: pathname + search + hash, isOver };
    const timer = setTimeout(() => void navigate(PATHS.adminLogin, { replace: true, state }), REDIRECT_MS);
    return () => clearTimeout(timer);
  }, [navigate, pathname, search, hash, isOver]);
  return <LoadingScreen>Taking you to the login...</LoadingScreen>;
}

/** A driver who opens the back office. */
function DriverRedirect() {
  useEffect(openDriverPage, []);
  return <LoadingScreen>Opening your routes...</LoadingScreen>;
}

/** Only a 401 means that the user is not signed in; any other failure can be retried. */
function SessionCheckFailed({ error, onTryAgain }: { error: Error; onTryAgain: () => void }) {
  return (
    <main id="main" className="page max-w-xl py-16">
      <Panel
        title="We could not check your sign-in"
        takesFocus
        actions={<Button onClick={onTryAgain}>Try again</Button>}
      >
        <p>{reasonText(error)}</p>
      </Panel>
    </main>
  );
}
