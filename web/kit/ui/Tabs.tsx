import { type KeyboardEvent, type ReactNode, useId } from 'react';

type Tab<Name extends string> = { name: Name; label: string };
type Props<Name extends string> = {
  /** The label of the tab list, for screen readers. */
  label: string;
  tabs: readonly Tab<Name>[];
  current: Name;
  onPick: (name: Name) => void;
  /** The panel of the current tab. */
  children: ReactNode;
};

/** Tabs with arrow key, Home and End navigation. The focused tab is selected. */
export function Tabs<Name extends string>({ label, tabs, current, onPick, children }: Props<Name>) {
  const id = useId();
  const index = tabs.findIndex(({ name }) => name === current);
  const move = (event: KeyboardEvent<HTMLElement>) => {
    const to = target(event.key, { index, count: tabs.length });
    const tab = to === null ? undefined : tabs[to];
    if (!tab) return;
    event.preventDefault();
    document.getElementById(`${id}-${tab.name}`)?.focus();
    onPick(tab.name);
  };
  return (
    <div>
      <div role="tablist" aria-label={label} className="flex gap-1 overflow-x-auto border-line border-b">
        {tabs.map(({ name, label: words }) => {
          const isHere = name === current;
          return (
            <button
              key={name}
              id={`${id}-${name}`}
              type="button"
              role="tab"
              aria-selected={isHere}
              aria-controls={`${id}-panel`}
              tabIndex={isHere ? 0 : -1}
              onClick={() => isHere || onPick(name)}
              onKeyDown={move}
              className={`touch -mb-px max-w-80 shrink-0 truncate rounded-t-md max-sm:grow border-b-4 px-4 font-semibold text-sm focus-visible:-outline-offset-3 ${
                isHere
                  ? 'border-brand text-brand-strong'
                  : 'border-transparent text-ink-soft hover:bg-sunk hover:text-ink'
              }`}
            >
              <bdi>{words}</bdi>
            </button>
          );
        })}
      </div>
      <div role="tabpanel" id={`${id}-panel`} aria-labelledby={`${id}-${current}`} className="pt-5">
        {children}
      </div>
    </div>
  );
}

function target(key: string, { index, count }: { index: number; count: number }): number | null {
  switch (key) {
    case 'ArrowRight':
      return (index + 1) % count;
    case 'ArrowLeft':
      return (index - 1 + count) % count;
    case 'Home':
      return 0;
    case 'End':
      return count - 1;
    default:
      return null;
  }
}
