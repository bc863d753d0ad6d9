import { type KeyboardEvent, type ReactNode, useId, useLayoutEffect, useRef, useState } from 'react';

export type MenuItem = { label: string; onPick: () => void };
type Props = {
  /** What the button is called: 'Actions for Ann Lee'. */
  label: string;
  items: readonly MenuItem[];
  children: ReactNode;
  className: string;
};

const CAN_POP = 'showPopover' in HTMLElement.prototype;

/** A button with a menu of actions: arrows, Home and End lead through it, Escape and Tab close it. */
export function MenuButton({ label, items, children, className }: Props) {
  const id = useId();
  const [isOpen, setOpen] = useState(false);
  const box = useRef<HTMLDivElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  const menu = useRef<HTMLDivElement>(null);
  const first = useRef<'first' | 'last'>('first');
  const entries = () => [...(menu.current?.querySelectorAll<HTMLElement>('[role=menuitem]') ?? [])];
  useLayoutEffect(() => {
    const list = menu.current;
    if (!isOpen || !list || !button.current) return;
    // In the top layer nothing around the button cuts it off.
    if (CAN_POP) list.showPopover();
    place(list, button.current.getBoundingClientRect());
    const found = [...list.querySelectorAll<HTMLElement>('[role=menuitem]')];
    found.at(first.current === 'first' ? 0 : -1)?.focus({ preventScroll: true });
    const leave = ({ type, target }: Event) => {
      const isInside = type === 'pointerdown' && target instanceof Node && box.current?.contains(target);
      if (!isInside) setOpen(false);
    };
    const ways = ['pointerdown', 'scroll', 'resize'];
    for (const way of ways) window.addEventListener(way, leave, true);
    return () => {
      for (const way of ways) window.removeEventListener(way, leave, true);
    };
  }, [isOpen]);
  const open = (at: 'first' | 'last') => {
    first.current = at;
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
    const to = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: -1 }[event.key];
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
        type="button"
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
              role="menuitem"
              tabIndex={-1}
              onClick={() => {
                // The dialog that follows gives the focus back to whoever has it now.
                close();
                item.onPick();
              }}
              className="touch block w-full rounded-sm px-3 text-left font-semibold text-sm hover:bg-sunk focus-visible:-outline-offset-3"
            >
              {item.label}
            </button>
          ))}
        </div>
      )}
    </div>
  );
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
