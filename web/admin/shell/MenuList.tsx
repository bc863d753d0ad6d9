import { Link, useLocation } from 'react-router';
import { Drawing } from '#web/ui/Icon.tsx';
import { isActive, type MenuEntry } from './menu.ts';

type Props = { entries: MenuEntry[]; isNarrow?: boolean; onPick?: () => void };

/** The entries one below the other. Narrow: signs only, their words as tooltips and for those who listen. */
export function MenuList({ entries, isNarrow = false, onPick }: Props) {
  const { pathname } = useLocation();
  return (
    <ul className="space-y-1 p-2">
      {entries.map((entry) => {
        const isHere = isActive(entry, pathname);
        return (
          <li key={entry.path}>
            <Link
              to={entry.path}
              onClick={onPick}
              aria-current={isHere ? 'page' : undefined}
              title={isNarrow ? entry.label : undefined}
              className={`touch flex items-center gap-3 rounded-md border-l-4 px-2.5 transition-colors md:text-sm ${
                isHere
                  ? 'border-brand bg-brand-soft font-semibold text-brand-strong'
                  : 'border-transparent text-ink-soft hover:bg-sunk hover:text-ink'
              }`}
            >
              <Drawing d={entry.drawing} />
              <span className={isNarrow ? 'sr-only' : 'truncate'}>{entry.label}</span>
            </Link>
          </li>
        );
      })}
    </ul>
  );
}
