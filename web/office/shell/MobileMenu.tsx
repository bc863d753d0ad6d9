import { useEffect } from 'react';
import { CloseButton, Dialog } from '#web/kit/ui/dialog/Dialog.tsx';
import { type MenuEntry, MenuList } from './MenuList.tsx';
import { WhoIsIn } from './TopBar.tsx';

/** From this width on the sidebar is shown instead. */
const WIDE = '(min-width: 48rem)';

/** The menu of narrow screens, which slides in over the page. */
export function MobileMenu({ entries, onClose }: { entries: readonly MenuEntry[]; onClose: () => void }) {
  useEffect(() => {
    const wide = window.matchMedia(WIDE);
    wide.addEventListener('change', onClose);
    return () => wide.removeEventListener('change', onClose);
  }, [onClose]);
  return (
    <Dialog title="Menu" layout="drawer" onClose={onClose}>
      <div className="flex h-full flex-col">
        <div className="flex items-center justify-between border-line border-b py-1.5 pr-2 pl-4">
          <WhoIsIn />
          <CloseButton onClose={onClose}>Close the menu</CloseButton>
        </div>
        <nav aria-label="Back office" className="min-h-0 flex-1 overflow-y-auto">
          <MenuList entries={entries} onPick={onClose} />
        </nav>
      </div>
    </Dialog>
  );
}
