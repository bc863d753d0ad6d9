import { Suspense, useEffect, useState } from 'react';
import { Navigate, Outlet, Route, Routes, useLocation, useNavigationType } from 'react-router';
import { onSessionLost } from '#web/api/call.ts';
import { useTabSession } from '#web/api/session.ts';
import { PATHS } from '#web/paths.ts';
import { ErrorBoundary } from '#web/ui/page/ErrorBoundary.tsx';
import { LoadingScreen } from '#web/ui/page/LoadingScreen.tsx';
import { NotFoundCard } from '#web/ui/page/NotFoundCard.tsx';
import { NavigationKey } from '#web/ui/page/PageHeading.tsx';
import BookingsPage from './bookings/list/BookingsPage.tsx';
import { Guard } from './login/Guard.tsx';
import { fetchPageOf, type OfficePage, officePage, openingPage, Shown } from './office-page.tsx';
import { PlainFrame } from './shell/PlainFrame.tsx';
import { Shell } from './shell/Shell.tsx';

const LOGIN = officePage(PATHS.adminLogin, () => import('./login/LoginPage.tsx'));
const RESET = officePage(PATHS.resetPassword, () => import('./login/ResetPasswordPage.tsx'));

/** The pages behind the login; the menu follows. */
const PAGES = [
  officePage(PATHS.admin, () => import('./dashboard/DashboardPage.tsx')),
  openingPage(PATHS.adminBookings, BookingsPage),
  officePage(PATHS.adminBooking, () => import('./bookings/page/BookingPage.tsx')),
  officePage(PATHS.adminClients, () => import('./clients/ClientsPage.tsx')),
  officePage(PATHS.adminInventory, () => import('./inventory/InventoryPage.tsx')),
  officePage(PATHS.adminTransactions, () => import('./transactions/TransactionsPage.tsx')),
  officePage(PATHS.adminTransaction, () => import('./transactions/TransactionPage.tsx')),
  officePage(PATHS.adminReconciliation, () => import('./reconciliation/ReconciliationPage.tsx')),
  officePage(PATHS.adminTeam, () => import('./team/TeamPage.tsx')),
  officePage(PATHS.adminUsers, () => import('./users/UsersPage.tsx')),
  officePage(PATHS.adminSettings, () => import('./settings/SettingsPage.tsx')),
  officePage(PATHS.adminNotifications, () => import('./notifications/NotificationsPage.tsx')),
];
/** Addresses that moved; bookmarks of them still work. */
const REDIRECTS = [{ from: '/admin/deliveries', to: PATHS.adminNotifications }];
const ADDRESSES = PAGES.map(({ path }) => path);

/** The script of the page that the document was opened at. */
export const firstPage = fetchPageOf(location.pathname, [LOGIN, RESET, ...PAGES]);
onSessionLost(() => void LOGIN.fetch());

export function AdminRoutes() {
  return (
    <NavigationKey value={useNavigationKey()}>
      <Routes>
        <Route path={PATHS.adminLogin} element={<Outside page={LOGIN} />} />
        <Route path={PATHS.resetPassword} element={<Outside page={RESET} />} />
        {REDIRECTS.map(({ from, to }) => (
          <Route key={from} path={from} element={<RedirectTo path={to} />} />
        ))}
        <Route element={<Guarded />}>
          {!ADDRESSES.includes(PATHS.admin) && (
            <Route path={PATHS.admin} element={<Navigate to={PATHS.adminSettings} replace />} />
          )}
          {PAGES.map((page) => (
            <Route key={page.path} path={page.path} element={<Shown key={page.path} page={page} />} />
          ))}
        </Route>
        <Route path="*" element={<Nowhere />} />
      </Routes>
    </NavigationKey>
  );
}

/** Keeps the query: a link to a filtered list leads to the same rows. */
function RedirectTo({ path }: { path: string }) {
  const { search } = useLocation();
  return <Navigate to={{ pathname: path, search }} replace />;
}

function Outside({ page }: { page: OfficePage }) {
  return (
    <PlainFrame>
      <Suspense fallback={<LoadingScreen>Loading the page...</LoadingScreen>}>
        <Shown key={page.path} page={page} />
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
          <Suspense fallback={<LoadingScreen>Loading the page...</LoadingScreen>}>
            <Outlet context={ADDRESSES} />
          </Suspense>
        </ErrorBoundary>
      </Shell>
    </Guard>
  );
}

function Nowhere() {
  const { sessionState } = useTabSession();
  const card = <NotFoundCard backTo={PATHS.admin} backText="Go to the back office" />;
  if (sessionState.status === 'signedIn') return <Shell pages={ADDRESSES}>{card}</Shell>;
  return <PlainFrame>{card}</PlainFrame>;
}

/** Every way inside the app begins at the top of the next page; going back is left to the browser. */
function useNavigationKey(): string | null {
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
