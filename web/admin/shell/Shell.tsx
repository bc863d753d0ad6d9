import { type ReactNode, useCallback, useState } from 'react';
import { MobileMenu } from './MobileMenu.tsx';
import { menuOf } from './menu.ts';
import { Credit, SkipLink } from './PlainFrame.tsx';
import { Sidebar } from './Sidebar.tsx';
import { TopBar } from './TopBar.tsx';

/** What surrounds every page of the back office. `pages`: the addresses that have one. */
export function Shell({ pages, children }: { pages: readonly string[]; children: ReactNode }) {
  const [isMenuOpen, setMenuOpen] = useState(false);
  const closeMenu = useCallback(() => setMenuOpen(false), []);
  const entries = menuOf(pages);
  return (
    <>
      <SkipLink />
      <TopBar onOpenMenu={() => setMenuOpen(true)} />
      {isMenuOpen && <MobileMenu entries={entries} onClose={closeMenu} />}
      <div className="flex flex-1">
        <Sidebar entries={entries} />
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
