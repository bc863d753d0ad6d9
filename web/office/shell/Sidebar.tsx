import { useState } from 'react';
import { deviceStorage } from '#web/kit/ui/browser/storage.ts';
import { Icon } from '#web/kit/ui/Icon.tsx';
import { type MenuEntry, MenuList } from './MenuList.tsx';

const KEY = 'admin-sidebar';
/** The board starts with the narrow menu, and its width is stored for itself: a dozen routes stand side by side there. */
const BOARD_KEY = 'admin-sidebar-board';
/** Below this width the menu starts collapsed, because the wide menu leaves too little room for tables. */
const ROOMY_PX = 1200;

/** The menu beside the page. Its width (wide or narrow) is stored on this device. */
export function Sidebar({ entries, isBoard = false }: { entries: readonly MenuEntry[]; isBoard?: boolean }) {
  const [isNarrow, setNarrow] = useState(() => startsNarrow(isBoard));
  const toggle = () => {
    deviceStorage.set(isBoard ? BOARD_KEY : KEY, isNarrow ? 'expanded' : 'collapsed');
    setNarrow(!isNarrow);
  };
  return (
    <aside
      id="sidebar"
      className={`sticky top-14 hidden h-[calc(100dvh-3.5rem)] shrink-0 flex-col overflow-hidden border-line border-r bg-surface transition-[width] duration-200 md:flex ${
        isNarrow ? 'w-16' : 'w-64'
      }`}
    >
      <nav aria-label="Back office" className="min-h-0 flex-1 overflow-y-auto overflow-x-hidden">
        <MenuList entries={entries} isNarrow={isNarrow} />
      </nav>
      <div className="border-line border-t p-2">
        <button
          type="button"
          onClick={toggle}
          aria-expanded={!isNarrow}
          aria-controls="sidebar"
          title={isNarrow ? 'Expand the menu' : undefined}
          className="touch flex w-full items-center gap-3 rounded-md px-3.5 text-ink-soft text-sm hover:bg-sunk hover:text-ink"
        >
          <Icon name={isNarrow ? 'right' : 'left'} />
          <span className={isNarrow ? 'sr-only' : 'whitespace-nowrap'}>
            {isNarrow ? 'Expand the menu' : 'Collapse the menu'}
          </span>
        </button>
      </div>
    </aside>
  );
}

function startsNarrow(isBoard: boolean): boolean {
  const left = deviceStorage.get(isBoard ? BOARD_KEY : KEY);
  return left ? left === 'collapsed' : isBoard || window.innerWidth < ROOMY_PX;
}
