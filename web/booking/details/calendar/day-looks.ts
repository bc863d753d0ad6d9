/** How the days of the calendar look; its legend shows the same. None differs from the others by colour alone. */
export const DAY_LOOKS = {
  free: 'font-semibold',
  soldOut: 'text-ink-soft line-through',
  past: 'text-edge',
  start: 'bg-brand text-on-brand font-semibold',
  within: 'bg-brand-soft text-ink rounded-none border-y-2 border-brand',
  /** A bar below the number, which leaves the line through a sold-out day to be seen. */
  today:
    "after:absolute after:bottom-1 after:h-0.75 after:w-5 after:rounded-full after:bg-signal-line after:content-['']",
} as const;
