import { type KeyboardEvent, type ReactNode, useId, useRef, useState } from 'react';
import type { MenuItem } from './OpenMenu.tsx';
import { toast } from './toast/toast-store.ts';

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

let menus: typeof import('./OpenMenu.tsx') | null = null;

/** Loads the script of the menus, for the next one that opens. */
export async function loadMenus(): Promise<void> {
  menus ??= await import('./OpenMenu.tsx');
}

type Opened = { button: HTMLButtonElement; start: 'first' | 'last'; keys: readonly string[] };

/**
 * A button with a menu. Arrow down opens it at its first item, arrow up at its last one. The menu gets
 * the keys that are pressed while its script loads; Escape and leaving the button end the wait.
 */
export function MenuButton(props: Props) {
  const { id: buttonId, label, describedBy, items, onTouched, children, className } = props;
  const id = useId();
  const [opened, setOpened] = useState<Opened | null>(null);
  /** The keys pressed since the menu was asked for; null if it does not load. */
  const waiting = useRef<string[] | null>(null);
  const touch = () => {
    void loadMenus().catch(() => undefined);
    onTouched?.();
  };
  const open = async (button: HTMLButtonElement, start: 'first' | 'last') => {
    onTouched?.();
    if (menus) return setOpened({ button, start, keys: [] });
    if (waiting.current) return;
    const keys: string[] = [];
    waiting.current = keys;
    try {
      await loadMenus();
      if (waiting.current === keys) setOpened({ button, start, keys });
    } catch {
      toast(FAILED);
    }
    if (waiting.current === keys) waiting.current = null;
  };
  const stopWaiting = () => {
    waiting.current = null;
  };
  const onKeyDown = (event: KeyboardEvent<HTMLButtonElement>) => {
    if (event.key === 'Escape') return stopWaiting();
    if (waiting.current && event.key !== 'Tab') {
      event.preventDefault();
      waiting.current.push(event.key);
      return;
    }
    if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return;
    event.preventDefault();
    void open(event.currentTarget, event.key === 'ArrowDown' ? 'first' : 'last');
  };
  return (
    <div className="inline-block">
      <button
        id={buttonId}
        type="button"
        aria-describedby={describedBy}
        aria-haspopup="menu"
        aria-expanded={opened !== null}
        aria-controls={opened ? id : undefined}
        aria-label={label}
        onClick={({ currentTarget }) => (opened ? setOpened(null) : void open(currentTarget, 'first'))}
        onKeyDown={onKeyDown}
        onPointerEnter={touch}
        onFocus={touch}
        onBlur={stopWaiting}
        className={className}
      >
        {children}
      </button>
      {opened && menus && (
        <menus.OpenMenu
          {...opened}
          id={id}
          label={label}
          items={typeof items === 'function' ? items() : items}
          onClose={() => setOpened(null)}
        />
      )}
    </div>
  );
}

const FAILED = {
  title: 'Error',
  text: 'The menu did not load. Check your internet connection, then try again.',
  variant: 'destructive',
} as const;
