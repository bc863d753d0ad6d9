import { Suspense, useEffect, useState } from 'react';
import { Navigate, Outlet, Route, Routes, useLocation, useNavigationType } from 'react-router';
import { onSessionLost } from '#web/api/call.ts';
import { useTabSession } from '#web/api/session.ts';
import { LiveLoader } from '#web/kit/live/LiveLoader.tsx';
import { ErrorBoundary } from '#web/kit/ui/page/ErrorBoundary.tsx';
import { LoadingScreen } from '#web/kit/ui/page/LoadingScreen.tsx';
import { NotFoundCard } from '#web/kit/ui/page/NotFoundCard.tsx';
import { NavigationKey } from '#web/kit/ui/page/PageHeading.tsx';
import { PATHS } from '#web/paths.ts';
import { PageContent, preloadPageAt, type RoutedPage } from './lazy-page.tsx';

import { Guard } from './login/Guard.tsx';
import { LOGIN, MENU, PAGES, PRINT_PAGES, REDIRECTS, RESET_PASSWORD } from './pages.ts';
import { OfficeKeys } from './palette/OfficeKeys.tsx';
import { PlainFrame } from './shell/PlainFrame.tsx';
import { Shell } from './shell/Shell.tsx';

/** Resolves when the script of the first page is loaded. */
export const firstPage = preloadPageAt(location.pathname, [LOGIN, RESET_PASSWORD, ...PAGES, ...PRINT_PAGES]);
onSessionLost(() => void LOGIN.preload());

export function AdminRoutes() {
  return (
    <NavigationKey value={useNavigationKey()}>
      <Routes>
        <Route path={PATHS.adminLogin} element={<PublicPage page={LOGIN} />} />
        <Route path={PATHS.resetPassword} element={<PublicPage page={RESET_PASSWORD} />} />
        {REDIRECTS.map(({ from, to }) => (
          <Route key={from} path={from} element={<RedirectTo path={to} />} />
        ))}
        <Route element={<StaffArea />}>
          {PAGES.map((page) => (
            <Route key={page.path} path={page.path} element={<PageContent key={page.path} page={page} />} />
          ))}
        </Route>
        <Route element={<PrintArea />}>
          {PRINT_PAGES.map((page) => (
            <Route key={page.path} path={page.path} element={<PageContent key={page.path} page={page} />} />
          ))}
        </Route>
        <Route path="*" element={<NotFoundPage />} />
      </Routes>
    </NavigationKey>
  );
}

/** Keeps the query, so that a link to a filtered list shows the same rows. */
function RedirectTo({ path }: { path: string }) {
  const { search } = useLocation();
  return <Navigate to={{ pathname: path, search }} replace />;
}

function PublicPage({ page }: { page: RoutedPage }) {
  return (
    <PlainFrame>
      <Suspense fallback={<LoadingScreen>Loading the page...</LoadingScreen>}>
        <PageContent key={page.path} page={page} />
      </Suspense>
    </PlainFrame>
  );
}

function StaffArea() {
  const { pathname } = useLocation();
  return (
    <Guard>
      <LiveLoader />
      <OfficeKeys menu={MENU} />
      <Shell menu={MENU}>
        <ErrorBoundary key={pathname}>
          <Suspense fallback={<LoadingScreen>Loading the page...</LoadingScreen>}>
            <Outlet />
          </Suspense>
        </ErrorBoundary>
      </Shell>
    </Guard>
  );
}

function PrintArea() {
  const { pathname } = useLocation();
  return (
    <Guard>
      <LiveLoader />
      <ErrorBoundary key={pathname}>
        <Suspense fallback={<LoadingScreen>Loading the page...</LoadingScreen>}>
          <Outlet />
        </Suspense>
      </ErrorBoundary>
    </Guard>
  );
}

function NotFoundPage() {
  const { sessionState } = useTabSession();
  const card = <NotFoundCard backTo={PATHS.admin} backText="Go to the back office" />;
  if (sessionState.status === 'signedIn') return <Shell menu={MENU}>{card}</Shell>;
  return <PlainFrame>{card}</PlainFrame>;
}

/** Scrolls to the top on a new page; for Back the browser restores the position. Returns null on the first page. */
function useNavigationKey(): string | null {
  const { key, pathname } = useLocation();
  const type = useNavigationType();
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs for every new page
  useEffect(() => {
    if (type !== 'POP') window.scrollTo(0, 0);
  }, [pathname, type]);
  // A search or a page of a list only changes the query; it is not a new page.
  const [arrival, setArrival] = useState({ pathname, key });
  if (arrival.pathname !== pathname) setArrival({ pathname, key });
  return arrival.key === 'default' ? null : arrival.key;
}
