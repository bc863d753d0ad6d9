import { useEffect } from 'react';
import { Modal } from '#web/ui/dialog/Modal.tsx';
import { Icon } from '#web/ui/Icon.tsx';
import { type MenuEntry, MenuList } from './MenuList.tsx';
import { WhoIsIn } from './TopBar.tsx';

/** From this width on the sidebar is shown instead (SPEC 9). */
const WIDE = '(min-width: 48rem)';

/** The menu of narrow screens, which slides in over the page. */
export function MobileMenu({ entries, onClose }: { entries: readonly MenuEntry[]; onClose: () => void }) {
  useEffect(() => {
    const wide = window.matchMedia(WIDE);
    wide.addEventListener('change', onClose);
    return () => wide.removeEventListener('change', onClose);
  }, [onClose]);
  return (
    <Modal
      aria-label="Menu"
      onClose={onClose}
      className="m-0 h-dvh max-h-none w-72 max-w-[85vw] border-line border-r transition-transform duration-200 starting:-translate-x-full"
    >
      <div className="flex h-full flex-col">
        <div className="flex items-center justify-between border-line border-b py-1.5 pr-2 pl-4">
          <WhoIsIn />
          <button
            type="button"
            onClick={onClose}
            className="touch inline-flex min-w-11 items-center justify-center rounded-md hover:bg-sunk"
          >
            <Icon name="close" />
            <span className="sr-only">Close the menu</span>
          </button>
        </div>
        <nav aria-label="Back office" className="min-h-0 flex-1 overflow-y-auto">
          <MenuList entries={entries} onPick={onClose} />
        </nav>
      </div>
    </Modal>
  );
}
