import { type ComponentType, lazy, Suspense, useId, useState } from 'react';
import { Link, useLocation } from 'react-router';
import { useFirstScreenDone } from '#web/api/first-screen.ts';
import { Drawing } from '#web/kit/ui/Icon.tsx';
import type { MenuBadges } from './menu-badges.ts';

/** Without its script the menu has no badges. */
const MenuBadgesReader = lazy(async () => {
  const loaded = await import('./menu-badges.ts').catch(() => null);
  return {
    default:
      loaded?.MenuBadgesReader ?? ((() => null) as ComponentType<{ onRead: (badges: MenuBadges) => void }>),
  };
});

export type MenuEntry = {
  label: string;
  path: string;
  /** The entry is also active on the pages below its path. */
  includesSubpages?: true;
  /** Another page without an entry on which this entry is active. */
  includes?: string;
  /** The path of its icon. */
  drawing: string;
};

type Props = { entries: readonly MenuEntry[]; isNarrow?: boolean; onPick?: () => void };

/** The side menu. Narrow: icons only, with the labels as tooltips and for screen readers. */
export function MenuList({ entries, isNarrow = false, onPick }: Props) {
  const { pathname } = useLocation();
  const [badges, setBadges] = useState<MenuBadges>({});
  const isDone = useFirstScreenDone();
  const id = useId();
  return (
    <>
      <Suspense>{isDone && <MenuBadgesReader onRead={setBadges} />}</Suspense>
      <ul className="space-y-1 p-2">
        {entries.map((entry) => {
          const isHere = isActive(entry, pathname);
          const badge = badges[entry.path];
          const badgeId = badge && `${id}${entry.path}`;
          return (
            <li key={entry.path}>
              <Link
                to={entry.path}
                onClick={onPick}
                aria-current={isHere ? 'page' : undefined}
                aria-describedby={badgeId}
                title={isNarrow ? entry.label : undefined}
                className={`touch relative flex items-center gap-3 rounded-md border-l-4 px-2.5 transition-colors md:text-sm ${
                  isHere
                    ? 'border-brand bg-brand-soft font-semibold text-brand-strong'
                    : 'border-transparent text-ink-soft hover:bg-sunk hover:text-ink'
                }`}
              >
                <Drawing d={entry.drawing} />
                <span className={isNarrow ? 'sr-only' : 'truncate'}>{entry.label}</span>
                {badge && (
                  <span
                    aria-hidden="true"
                    className={`rounded-full bg-danger px-1.5 font-semibold text-surface text-xs leading-5 tabular-nums ${
                      isNarrow ? 'absolute top-0 right-0' : 'ml-auto'
                    }`}
                  >
                    {badge.count}
                  </span>
                )}
              </Link>
              {badge && (
                <span id={badgeId} hidden>
                  {badge.text}
                </span>
              )}
            </li>
          );
        })}
      </ul>
    </>
  );
}

export function isActive({ path, includesSubpages, includes }: MenuEntry, pathname: string): boolean {
  const current = pathname.replace(/(.)\/+$/, '$1');
  if (current === path || current === includes) return true;
  return includesSubpages === true && current.startsWith(`${path}/`);
}
