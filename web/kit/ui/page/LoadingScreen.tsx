import type { ReactNode } from 'react';

/**
 * Shown while a page loads. The text appears after a delay; screen readers announce it at once. It uses the fallback
 * font, because loading a font would delay the page.
 */
export function LoadingScreen({ children }: { children: ReactNode }) {
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
