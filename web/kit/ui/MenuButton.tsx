import { type KeyboardEvent, type ReactNode, useId, useLayoutEffect, useRef, useState } from 'react';
import { Icon } from './Icon.tsx';

export type MenuItem = {
  label: string;
  /** Unique in the menu; the label without it. */
  id?: string;
  /** Shown after the label in a quieter color. */
  detail?: string;
  /** The heading of consecutive items. */
  group?: string;
  onPick: () => void;
  /** Set on items that form a choice: role menuitemradio instead of menuitem. */
  isChecked?: boolean;
  /** A setting that is on or off (isChecked) and leaves the menu open: role menuitemcheckbox. */
  isSetting?: boolean;
  /** Shown before the label. */
  sign?: ReactNode;
  /** The key that does the same without the menu; '' for none. */
  keyHint?: string;
};
type Props = {
  id?: string;
  /** The accessible name of the button: 'Actions for Ann Lee'. */
  label: string;
  /** The id of the element that describes the button, for screen readers. */
  describedBy?: string;
  /** A function is called while the menu is open. */
  items: readonly MenuItem[] | (() => readonly MenuItem[]);
  /** Called before the menu opens, and when the pointer or the focus comes to the button: what it shows can load. */
  onTouched?: () => void;
  children?: ReactNode;
  className: string;
};

const CAN_POP = 'showPopover' in HTMLElement.prototype;

/**
 * A button with a menu. Arrows, Home, End and first letters only move the focus; Enter, Space and a click
 * pick; Escape and Tab close it.
 */
export function MenuButton(props: Props) {
  const { id: buttonId, label, describedBy, onTouched, children, className } = props;
  const id = useId();
  const [isOpen, setOpen] = useState(false);
  const items = isOpen ? itemsOf(props.items) : [];
  const box = useRef<HTMLDivElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  const menu = useRef<HTMLDivElement>(null);
  const first = useRef<'first' | 'last'>('first');
  const entries = () => entriesOf(menu.current);
  useLayoutEffect(() => {
    const list = menu.current;
    if (!isOpen || !list || !button.current) return;
    // In the top layer no element around the button can clip it.
    if (CAN_POP) list.showPopover();
    place(list, button.current.getBoundingClientRect());
    const found = entriesOf(list);
    const checked = list.querySelector<HTMLElement>('[role=menuitemradio][aria-checked=true]');
    (checked ?? found.at(first.current === 'first' ? 0 : -1))?.focus({ preventScroll: true });
    const listening = new AbortController();
    const options = { capture: true, signal: listening.signal };
    const closeOutside = ({ target }: Event) => {
      if (!(target instanceof Node && box.current?.contains(target))) setOpen(false);
    };
    // The page may still be scrolling when the button is pressed.
    const follow = () => {
      const at = button.current?.getBoundingClientRect();
      if (at && at.bottom > 0 && at.top < window.innerHeight) place(list, at);
      else setOpen(false);
    };
    window.addEventListener('pointerdown', closeOutside, options);
    window.addEventListener('scroll', follow, options);
    window.addEventListener('resize', follow, options);
    return () => listening.abort();
  }, [isOpen]);
  // Items that load while the menu is open make it higher.
  // biome-ignore lint/correctness/useExhaustiveDependencies: must run whenever the number of items changes
  useLayoutEffect(() => {
    if (isOpen && menu.current && button.current) place(menu.current, button.current.getBoundingClientRect());
  }, [items.length]);
  const open = (position: 'first' | 'last') => {
    onTouched?.();
    first.current = position;
    setOpen(true);
  };
  const close = () => {
    setOpen(false);
    button.current?.focus();
  };
  const onButtonKey = (event: KeyboardEvent) => {
    if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return;
    event.preventDefault();
    open(event.key === 'ArrowDown' ? 'first' : 'last');
  };
  const onMenuKey = (event: KeyboardEvent) => {
    if (event.key === 'Tab') return setOpen(false);
    const all = entries();
    const at = all.indexOf(document.activeElement as HTMLElement);
    const moves: Record<string, number> = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: -1 };
    const to = moves[event.key] ?? indexByCharacter(all, at, event.key);
    if (to === undefined && event.key !== 'Escape') return;
    event.preventDefault();
    event.stopPropagation();
    if (event.key === 'Escape') close();
    else all.at((to ?? 0) % all.length)?.focus();
  };
  return (
    <div ref={box} className="inline-block">
      <button
        ref={button}
        id={buttonId}
        type="button"
        aria-describedby={describedBy}
        aria-haspopup="menu"
        aria-expanded={isOpen}
        aria-controls={isOpen ? id : undefined}
        aria-label={label}
        onClick={() => (isOpen ? close() : open('first'))}
        onKeyDown={onButtonKey}
        onPointerEnter={onTouched}
        onFocus={onTouched}
        className={className}
      >
        {children}
      </button>
      {isOpen && (
        <div
          ref={menu}
          id={id}
          role="menu"
          popover={CAN_POP ? 'manual' : undefined}
          aria-label={label}
          tabIndex={-1}
          onKeyDown={onMenuKey}
          className="fixed inset-auto m-0 max-h-[min(30rem,calc(100dvh-0.5rem))] w-max min-w-44 max-w-[min(24rem,calc(100vw-0.5rem))] overflow-y-auto overscroll-contain rounded-md border border-line bg-surface p-1 text-ink shadow-lift"
        >
          {groupsOf(items).map(({ name, items: grouped }) => (
            <div key={name ?? grouped[0]?.label} {...(name && { role: 'group', 'aria-label': name })}>
              {name && (
                <p aria-hidden="true" className="px-3 pt-2 pb-1 font-semibold text-ink-soft text-xs">
                  {name}
                </p>
              )}
              {grouped.map((item) => (
                <MenuEntry key={item.id ?? item.label} item={item} onPicked={close} />
              ))}
            </div>
          ))}
        </div>
      )}
    </div>
  );
}

type EntryProps = {
  item: MenuItem;
  /** Closes the menu. The dialog that opens next returns the focus to the element that has it now. */
  onPicked: () => void;
};

function MenuEntry({ item, onPicked }: EntryProps) {
  const { label, detail, sign, isChecked, isSetting, keyHint, onPick } = item;
  return (
    <button
      type="button"
      {...roleOf(item)}
      tabIndex={-1}
      aria-keyshortcuts={keyHint || undefined}
      onClick={() => {
        if (!isSetting) onPicked();
        onPick();
      }}
      className={`touch flex w-full items-center gap-2.5 rounded-sm px-3 text-left text-sm hover:bg-sunk focus-visible:-outline-offset-3 ${isSetting ? 'mt-1 text-ink-soft' : 'font-semibold aria-checked:bg-sunk'}`}
    >
      {sign}
      <bdi className="min-w-0 truncate">{label}</bdi>
      {detail && (
        <bdi className="ml-auto min-w-0 truncate pl-2 font-normal text-ink-soft text-xs">{detail}</bdi>
      )}
      {isChecked && !isSetting && <Icon name="check" className={`size-4 ${detail ? '' : 'ml-auto'}`} />}
      {keyHint && (
        <span
          aria-hidden="true"
          className="ml-auto rounded-sm border border-line px-1.5 font-normal font-sans text-ink-soft text-xs pointer-coarse:hidden"
        >
          {keyHint}
        </span>
      )}
    </button>
  );
}

function itemsOf(items: Props['items']): readonly MenuItem[] {
  return typeof items === 'function' ? items() : items;
}

type ItemGroup = { name: string | undefined; items: MenuItem[] };

/** Consecutive items with the same heading. */
function groupsOf(items: readonly MenuItem[]): ItemGroup[] {
  const groups: ItemGroup[] = [];
  for (const item of items) {
    const last = groups.at(-1);
    if (last && last.name === item.group) last.items.push(item);
    else groups.push({ name: item.group, items: [item] });
  }
  return groups;
}

function roleOf({ isChecked, isSetting }: MenuItem) {
  if (isChecked === undefined) return { role: 'menuitem' as const };
  const role = isSetting ? ('menuitemcheckbox' as const) : ('menuitemradio' as const);
  return { role, 'aria-checked': isChecked };
}

function entriesOf(menu: HTMLElement | null): HTMLElement[] {
  return [...(menu?.querySelectorAll<HTMLElement>('[role^=menuitem]') ?? [])];
}

/** The next entry whose label begins with a character, after the one at `from`; undefined without one. */
function indexByCharacter(all: readonly HTMLElement[], from: number, key: string): number | undefined {
  if (key.length !== 1 || key === ' ') return undefined;
  const order = all.map((_, i) => (from + 1 + i) % all.length);
  return order.find((i) => all[i]?.textContent.toLowerCase().startsWith(key.toLowerCase()));
}

const GAP_PX = 4;

/** Below the button, or above it where there is no room; never beyond the sides of the window. */
function place(list: HTMLElement, at: DOMRect): void {
  const { offsetWidth: width, offsetHeight: height } = list;
  const below = at.bottom + GAP_PX;
  const isRoomBelow = below + height < window.innerHeight;
  list.style.top = `${isRoomBelow ? below : Math.max(GAP_PX, at.top - GAP_PX - height)}px`;
  list.style.left = `${Math.max(GAP_PX, Math.min(at.left, window.innerWidth - width - GAP_PX))}px`;
}
