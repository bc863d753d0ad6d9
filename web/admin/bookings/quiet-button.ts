/** An action in a row: words beside a mouse, a button of 44 px under a finger. */
export const QUIET_BUTTON =
  'inline-flex min-h-7 items-center gap-1.5 whitespace-nowrap rounded-md px-1.5 font-semibold text-brand text-sm hover:bg-sunk hover:text-brand-strong max-md:min-h-11 max-md:justify-center max-md:border max-md:border-edge max-md:bg-surface max-md:px-3 max-md:text-ink pointer-coarse:min-h-11';
