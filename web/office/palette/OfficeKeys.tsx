import { useEffect, useEffectEvent, useState } from 'react';
import { useLocation } from 'react-router';
import { isShortcut } from '#web/kit/ui/browser/key-press.ts';
import { onPaletteOpened } from '#web/kit/ui/browser/open-palette.ts';
import { lazyDialog } from '#web/kit/ui/dialog/lazy-dialog.tsx';
import { ErrorBoundary } from '#web/kit/ui/page/ErrorBoundary.tsx';
import { bookingPath } from '#web/paths.ts';

const CommandPalette = lazyDialog(async () => (await import('./CommandPalette.tsx')).CommandPalette);
const KeyList = lazyDialog(async () => (await import('./KeyList.tsx')).KeyList);

type Opened = 'palette' | 'keys' | null;

/** The keys that work on every page of the office, and the two dialogs that they open. */
export function OfficeKeys({ menu }: { menu: readonly { label: string; path: string }[] }) {
  const [opened, setOpened] = useState<Opened>(null);
  useVisitedBookings();
  useEffect(() => onPaletteOpened(() => setOpened('palette')), []);
  const press = useEffectEvent((event: KeyboardEvent) => {
    if (opensPalette(event)) {
      // Otherwise the browser's own search opens.
      event.preventDefault();
      if (document.querySelector('dialog[open]') === null) setOpened('palette');
    } else if (isConfirmation(event)) {
      // A key that is held down must not confirm a dialog that it has just opened.
      if (!event.repeat) confirmDialog();
      event.preventDefault();
    } else if (isShortcut(event)) {
      pressKey(event, setOpened);
    }
  });
  useEffect(() => {
    window.addEventListener('keydown', press);
    return () => window.removeEventListener('keydown', press);
  }, []);
  const close = () => setOpened(null);
  return (
    <ErrorBoundary>
      {opened === 'palette' && (
        <CommandPalette menu={menu} onClose={close} onShowKeys={() => setOpened('keys')} />
      )}
      {opened === 'keys' && <KeyList onClose={close} />}
    </ErrorBoundary>
  );
}

function opensPalette({ key, ctrlKey, metaKey, altKey, shiftKey }: KeyboardEvent): boolean {
  return key.toLowerCase() === 'k' && ctrlKey !== metaKey && !altKey && !shiftKey;
}

function isConfirmation({ key, ctrlKey, metaKey, defaultPrevented, target }: KeyboardEvent): boolean {
  const isInDialog = target instanceof Element && target.closest('dialog[open]') !== null;
  return key === 'Enter' && ctrlKey !== metaKey && !defaultPrevented && isInDialog;
}

/** Presses the last button of the open dialog, which confirms it. One button alone only closes a dialog. */
function confirmDialog(): void {
  const rows = [...document.querySelectorAll('dialog[open] [data-dialog-buttons]')];
  const buttons = [...(rows.at(-1)?.querySelectorAll('button') ?? [])];
  const last = buttons.at(-1);
  if (buttons.length > 1 || last?.type === 'submit') last?.click();
}

function pressKey(event: KeyboardEvent, open: (dialog: Opened) => void): void {
  if (event.key === '?') {
    open('keys');
  } else {
    const target = findKeyTarget(event.key);
    if (!target) return;
    target.focus();
    if (target instanceof HTMLInputElement) target.select();
  }
  event.preventDefault();
}

/** The search box for '/', the row in the tab order for j and k when no row has the focus. */
function findKeyTarget(key: string): HTMLElement | null {
  if (key === '/') return document.querySelector('main input[type=search]');
  const isInRow = document.activeElement?.closest('[data-row]');
  if ((key !== 'j' && key !== 'k') || isInRow) return null;
  return document.querySelector('main [data-row][tabindex="0"]');
}

/** The bookings that were opened are the recent items of the palette. */
function useVisitedBookings(): void {
  const { pathname } = useLocation();
  useEffect(() => {
    const id = /^\/admin\/bookings\/(\d{1,9})$/.exec(pathname)?.[1];
    if (!id) return;
    const item = { to: bookingPath(Number(id)), label: `Booking #${id}` };
    // Loaded with the first booking: the list does without it.
    void import('./recent.ts').then(({ rememberRecent }) => rememberRecent(item)).catch(() => undefined);
  }, [pathname]);
}
