import { type KeyboardEvent, type ReactNode, useId, useLayoutEffect, useRef, useState } from 'react';
import { Icon } from '#web/ui/Icon.tsx';

export type MenuItem = {
  label: string;
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
  items: readonly MenuItem[];
  children?: ReactNode;
  className: string;
};

const CAN_POP = 'showPopover' in HTMLElement.prototype;

/**
 * A button with a menu. Arrows, Home, End and first letters only move the focus; Enter, Space and a click
 * pick; Escape and Tab close it.
 */
export function MenuButton({ id: buttonId, label, describedBy, items, children, className }: Props) {
  const id = useId();
  const [isOpen, setOpen] = useState(false);
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
  const open = (position: 'first' | 'last') => {
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
          className="fixed inset-auto m-0 w-max min-w-44 rounded-md border border-line bg-surface p-1 text-ink shadow-lift"
        >
          {items.map((item) => (
            <button
              key={item.label}
              type="button"
              {...roleOf(item)}
              tabIndex={-1}
              aria-keyshortcuts={item.keyHint || undefined}
              onClick={() => {
                if (item.isSetting) return item.onPick();
                // The dialog that opens next returns the focus to the element that has it now.
                close();
                item.onPick();
              }}
              className={`touch flex w-full items-center gap-2.5 rounded-sm px-3 text-left text-sm hover:bg-sunk focus-visible:-outline-offset-3 ${item.isSetting ? 'mt-1 text-ink-soft' : 'font-semibold aria-checked:bg-sunk'}`}
            >
              {item.sign}
              {item.label}
              {item.isChecked && !item.isSetting && <Icon name="check" className="ml-auto size-4" />}
              {item.keyHint && (
                <span
                  aria-hidden="true"
                  className="ml-auto rounded-sm border border-line px-1.5 font-normal font-sans text-ink-soft text-xs pointer-coarse:hidden"
                >
                  {item.keyHint}
                </span>
              )}
            </button>
          ))}
        </div>
      )}
    </div>
  );
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
