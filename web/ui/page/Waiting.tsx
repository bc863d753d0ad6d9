import type { ReactNode } from 'react';

/**
 * Holds a page's place for a moment. The words appear only when the moment grows long; they are read out at once. No
 * face is fetched for them: that would delay what is waited for.
 */
export function Waiting({ children }: { children: ReactNode }) {
  return (
    <div role="status" className="flex min-h-[60dvh] flex-1 items-center justify-center p-8 text-ink-soft">
      <span className="appear-late flex items-center gap-3 font-[Barlow_stand-in,sans-serif]">
        <span
          aria-hidden="true"
          className="size-4 animate-spin rounded-full border-2 border-edge border-t-transparent"
        />
        {children}
      </span>
    </div>
  );
}
