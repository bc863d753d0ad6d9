import type { ComponentProps } from 'react';

/** Dense with a mouse, 44 px high on touch screens. Also for links in rows. */
export function rowButtonClass(extra = ''): string {
  return `inline-flex min-h-9 items-center justify-center gap-1.5 whitespace-nowrap rounded-md border border-edge bg-surface px-3 py-1 font-semibold text-ink text-sm transition-colors hover:border-ink hover:bg-sunk disabled:opacity-55 max-md:min-h-11 pointer-coarse:min-h-11 ${extra}`;
}

/** A button inside a row of a table. */
export function RowButton({ className = '', type = 'button', ...rest }: ComponentProps<'button'>) {
  return <button type={type} className={rowButtonClass(className)} {...rest} />;
}

/** An action in a row: plain text with a mouse, a button of 44 px on touch screens. */
export const LINK_BUTTON_CLASS =
  'inline-flex min-h-7 items-center gap-1.5 whitespace-nowrap rounded-md px-1.5 font-semibold text-brand text-sm hover:bg-sunk hover:text-brand-strong cards:min-h-11 cards:justify-center cards:border cards:border-edge cards:bg-surface cards:px-3 cards:text-ink pointer-coarse:min-h-11';
