import { type KeyboardEvent, type ReactNode, useEffect, useId, useRef, useState } from 'react';

export type MenuItem = { label: string; onPick: () => void };
type Props = {
  /** What the button is called: 'Actions for Ann Lee'. */
  label: string;
  items: readonly MenuItem[];
  children: ReactNode;
  className: string;
};

/** A button with a menu of actions: arrows, Home and End lead through it, Escape and Tab close it. */
export function MenuButton({ label, items, children, className }: Props) {
  const id = useId();
  const [isOpen, setOpen] = useState(false);
  const box = useRef<HTMLDivElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  const first = useRef<'first' | 'last'>('first');
  const entries = () => [...(box.current?.querySelectorAll<HTMLElement>('[role=menuitem]') ?? [])];
  useEffect(() => {
    if (!isOpen) return;
    const found = [...(box.current?.querySelectorAll<HTMLElement>('[role=menuitem]') ?? [])];
    found.at(first.current === 'first' ? 0 : -1)?.focus();
    const pressedElsewhere = (event: PointerEvent) => {
      if (event.target instanceof Node && !box.current?.contains(event.target)) setOpen(false);
    };
    document.addEventListener('pointerdown', pressedElsewhere);
    return () => document.removeEventListener('pointerdown', pressedElsewhere);
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
    <div ref={box} className="relative inline-block">
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
          id={id}
          role="menu"
          aria-label={label}
          tabIndex={-1}
          onKeyDown={onMenuKey}
          className="absolute right-0 z-10 mt-1 w-max min-w-44 rounded-md border border-line bg-surface p-1 shadow-lift max-md:right-auto max-md:left-0"
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
