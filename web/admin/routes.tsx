import { type ComponentType, type LazyExoticComponent, lazy, Suspense, useEffect, useState } from 'react';
import { Navigate, Outlet, Route, Routes, useLocation, useNavigationType } from 'react-router';
import { useTabSession } from '#web/api/session.ts';
import { PATHS } from '#web/paths.ts';
import { ErrorBoundary } from '#web/ui/ErrorBoundary.tsx';
import { NotFoundCard } from '#web/ui/NotFoundCard.tsx';
import { Arrival } from '#web/ui/PageHeading.tsx';
import { Waiting } from '#web/ui/Waiting.tsx';
import { Guard } from './login/Guard.tsx';
import { LoginPage } from './login/LoginPage.tsx';
import { PlainFrame } from './shell/PlainFrame.tsx';
import { Shell } from './shell/Shell.tsx';

type Page = { path: string; Page: LazyExoticComponent<ComponentType> };

const ResetPasswordPage = lazy(() => import('./login/ResetPasswordPage.tsx'));

/** The pages behind the login; the menu follows. */
const PAGES: readonly Page[] = [
  { path: PATHS.admin, Page: lazy(() => import('./dashboard/DashboardPage.tsx')) },
  { path: PATHS.adminBookings, Page: lazy(() => import('./bookings/BookingsPage.tsx')) },
  { path: PATHS.adminBooking, Page: lazy(() => import('./bookings/BookingPage.tsx')) },
  { path: PATHS.adminClients, Page: lazy(() => import('./clients/ClientsPage.tsx')) },
  { path: PATHS.adminTeam, Page: lazy(() => import('./team/TeamPage.tsx')) },
  { path: PATHS.adminUsers, Page: lazy(() => import('./users/UsersPage.tsx')) },
  { path: PATHS.adminSettings, Page: lazy(() => import('./settings/SettingsPage.tsx')) },
];
const ADDRESSES = PAGES.map(({ path }) => path);

export function AdminRoutes() {
  return (
    <Arrival value={useArrival()}>
      <Routes>
        <Route path={PATHS.adminLogin} element={<Login />} />
        <Route path={PATHS.resetPassword} element={<Reset />} />
        <Route element={<Guarded />}>
          {!ADDRESSES.includes(PATHS.admin) && (
            <Route path={PATHS.admin} element={<Navigate to={PATHS.adminSettings} replace />} />
          )}
          {PAGES.map(({ path, Page }) => (
            <Route key={path} path={path} element={<Page />} />
          ))}
        </Route>
        <Route path="*" element={<Nowhere />} />
      </Routes>
    </Arrival>
  );
}

function Login() {
  return (
    <PlainFrame>
      <LoginPage />
    </PlainFrame>
  );
}

function Reset() {
  return (
    <PlainFrame>
      <Suspense fallback={<Waiting>Loading the page...</Waiting>}>
        <ResetPasswordPage />
      </Suspense>
    </PlainFrame>
  );
}

function Guarded() {
  const { pathname } = useLocation();
  return (
    <Guard>
      <Shell pages={ADDRESSES}>
        <ErrorBoundary key={pathname}>
          <Suspense fallback={<Waiting>Loading the page...</Waiting>}>
            <Outlet context={ADDRESSES} />
          </Suspense>
        </ErrorBoundary>
      </Shell>
    </Guard>
  );
}

function Nowhere() {
  const { belief } = useTabSession();
  const card = <NotFoundCard backTo={PATHS.admin} backText="Go to the back office" />;
  if (belief.at === 'in') return <Shell pages={ADDRESSES}>{card}</Shell>;
  return <PlainFrame>{card}</PlainFrame>;
}

/** Every way inside the app begins at the top of the next page; going back is left to the browser. */
function useArrival(): string | null {
  const { key, pathname } = useLocation();
  const type = useNavigationType();
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs for every new page
  useEffect(() => {
    if (type !== 'POP') window.scrollTo(0, 0);
  }, [pathname, type]);
  // A search or a page of a list changes the address, too, and arrives nowhere new.
  const [arrival, setArrival] = useState({ pathname, key });
  if (arrival.pathname !== pathname) setArrival({ pathname, key });
  return arrival.key === 'default' ? null : arrival.key;
}
