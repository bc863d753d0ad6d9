import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useCallback, useState } from 'react';
import { businessQuery } from '#web/api/business.ts';
import { lazyDialog } from '#web/ui/dialog/lazy-dialog.tsx';
import { ErrorBoundary } from '#web/ui/page/ErrorBoundary.tsx';
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
  const [isMenuOpen, setMenuOpen] = useState(false);
  useNewBookingKey();
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
        <Sidebar entries={menu} />
        <div className="flex min-w-0 flex-1 flex-col">
          <main id="main" className="w-full max-w-7xl px-4 py-6 sm:px-6 min-[80rem]:px-8">
            <PauseBanner />
            {children}
          </main>
          <Credit />
        </div>
      </div>
    </>
  );
}
