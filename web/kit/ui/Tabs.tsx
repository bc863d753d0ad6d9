import { Tabs as RadixTabs } from 'radix-ui';
import { type ReactNode, useLayoutEffect, useRef } from 'react';

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

/** Tabs with one panel. The focused tab is selected. */
export function Tabs<Name extends string>({ label, tabs, current, onPick, children }: Props<Name>) {
  /** The tab that was picked last: the page of another one can still be loading. */
  const wanted = useRef(current);
  useLayoutEffect(() => {
    wanted.current = current;
  }, [current]);
  const pick = (name: Name) => {
    if (name === wanted.current) return;
    wanted.current = name;
    onPick(name);
  };
  return (
    <RadixTabs.Root value={current} onValueChange={(name) => pick(name as Name)}>
      <RadixTabs.List aria-label={label} className="flex gap-1 overflow-x-auto border-line border-b">
        {tabs.map(({ name, label: words }) => (
          <RadixTabs.Trigger
            key={name}
            value={name}
            onFocus={() => pick(name)}
            // Picks when a press ends. Assistive technology clicks without one.
            onMouseDown={(event) => event.preventDefault()}
            onClick={({ currentTarget }) => currentTarget.focus()}
            className="touch -mb-px max-w-80 shrink-0 truncate rounded-t-md border-transparent border-b-4 px-4 font-semibold text-ink-soft text-sm hover:bg-sunk hover:text-ink focus-visible:-outline-offset-3 aria-selected:border-brand aria-selected:bg-transparent aria-selected:text-brand-strong max-sm:grow"
          >
            <bdi>{words}</bdi>
          </RadixTabs.Trigger>
        ))}
      </RadixTabs.List>
      <RadixTabs.Content value={current} className="pt-5">
        {children}
      </RadixTabs.Content>
    </RadixTabs.Root>
  );
}
