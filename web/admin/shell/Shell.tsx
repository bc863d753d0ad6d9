import { type ReactNode, useCallback, useState } from 'react';
import type { MenuEntry } from './MenuList.tsx';
import { MobileMenu } from './MobileMenu.tsx';
import { Credit, SkipLink } from './PlainFrame.tsx';
import { Sidebar } from './Sidebar.tsx';
import { TopBar } from './TopBar.tsx';

/** The frame of every page behind the login: top bar, side menu, credit. */
export function Shell({ menu, children }: { menu: readonly MenuEntry[]; children: ReactNode }) {
  const [isMenuOpen, setMenuOpen] = useState(false);
  const closeMenu = useCallback(() => setMenuOpen(false), []);
  return (
    <>
      <SkipLink />
      <TopBar onOpenMenu={() => setMenuOpen(true)} />
      {isMenuOpen && <MobileMenu entries={menu} onClose={closeMenu} />}
      <div className="flex flex-1">
        <Sidebar entries={menu} />
        <div className="flex min-w-0 flex-1 flex-col">
          <main id="main" className="w-full max-w-7xl px-4 py-6 sm:px-6 min-[80rem]:px-8">
            {children}
          </main>
          <Credit />
        </div>
      </div>
    </>
  );
}
