import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useCallback, useEffect, useState } from 'react';
import { useLocation } from 'react-router';
import { businessQuery } from '#web/api/business.ts';
import { useFirstScreenDone } from '#web/api/first-screen.ts';
import { lazyDialog } from '#web/kit/ui/dialog/lazy-dialog.tsx';
import { loadMenus } from '#web/kit/ui/MenuButton.tsx';
import { ErrorBoundary } from '#web/kit/ui/page/ErrorBoundary.tsx';
import { PATHS } from '#web/paths.ts';
import type { MenuEntry } from './MenuList.tsx';
import { PauseBanner } from './PauseBanner.tsx';
import { Credit, SkipLink } from './PlainFrame.tsx';
import { Sidebar } from './Sidebar.tsx';
import { TopBar } from './TopBar.tsx';
import { useNewBookingKey } from './use-new-booking-key.ts';

const loadMenu = () => import('./MobileMenu.tsx');
const MobileMenu = lazyDialog(async () => (await loadMenu()).MobileMenu);

/** The frame of every page behind the login: top bar, side menu, credit. */
export function Shell({ menu, children }: { menu: readonly MenuEntry[]; children: ReactNode }) {
  // Read once: the name of the business can be newer than the build.
  useQuery({ ...businessQuery, refetchOnMount: false, staleTime: Number.POSITIVE_INFINITY });
  const isBoard = useLocation().pathname.replace(/\/$/, '') === PATHS.adminDispatch;
  const [isMenuOpen, setMenuOpen] = useState(false);
  useNewBookingKey();
  const isFirstScreenDone = useFirstScreenDone();
  useEffect(() => {
    if (isFirstScreenDone) void loadMenus().catch(() => undefined);
  }, [isFirstScreenDone]);
  const closeMenu = useCallback(() => setMenuOpen(false), []);
  return (
    <>
      <SkipLink />
      <TopBar
        onOpenMenu={() => setMenuOpen(true)}
        onMenuTouched={() => void loadMenu().catch(() => undefined)}
      />
      <ErrorBoundary>{isMenuOpen && <MobileMenu entries={menu} onClose={closeMenu} />}</ErrorBoundary>
      <div className="flex flex-1">
        <Sidebar key={String(isBoard)} entries={menu} isBoard={isBoard} />
        <div className="flex min-w-0 flex-1 flex-col">
          <main
            id="main"
            // The columns of the board take the whole window.
            className={`w-full px-4 ${isBoard ? 'py-3' : 'max-w-7xl py-6 sm:px-6 min-[80rem]:px-8'}`}
          >
            <PauseBanner />
            {children}
          </main>
          <Credit />
        </div>
      </div>
    </>
  );
}
