/** An action in a row: words beside a mouse, a button of 44 px under a finger. */
export const QUIET_BUTTON =
  'inline-flex min-h-7 items-center gap-1.5 whitespace-nowrap rounded-md px-1.5 font-semibold text-brand text-sm hover:bg-sunk hover:text-brand-strong cards:min-h-11 cards:justify-center cards:border cards:border-edge cards:bg-surface cards:px-3 cards:text-ink pointer-coarse:min-h-11';
