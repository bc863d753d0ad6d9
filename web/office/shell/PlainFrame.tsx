import type { ReactNode } from 'react';
import { site } from '#web/config.ts';
import { Wordmark } from '#web/kit/ui/page/Wordmark.tsx';
import { ThemeSwitch } from '#web/kit/ui/theme/ThemeSwitch.tsx';
import { PATHS } from '#web/paths.ts';

/** The frame of the screens that need no sign-in. */
export function PlainFrame({ children }: { children: ReactNode }) {
  return (
    <>
      <SkipLink />
      <header className="flex h-14 items-center justify-between border-signal border-b-2 bg-livery px-4 text-white">
        <a
          href={PATHS.booking}
          aria-label={`${site.businessName}, booking page`}
          className="touch flex items-center rounded-md focus-visible:outline-signal"
        >
          <Wordmark />
        </a>
        <ThemeSwitch />
      </header>
      <main id="main">{children}</main>
      <Credit />
    </>
  );
}

export function SkipLink() {
  return (
    <a
      href="#main"
      className="touch sr-only z-20 rounded-md bg-surface px-4 py-2 font-semibold text-brand focus:not-sr-only focus:fixed focus:top-2 focus:left-2"
    >
      Skip to content
    </a>
  );
}

export function Credit() {
  return (
    <footer className="px-4 py-3 text-center text-ink-soft text-sm">
      <a
        href={site.creditUrl}
        rel="noreferrer"
        className="touch inline-flex items-center underline underline-offset-4 hover:text-ink"
      >
        Made by {site.creditName}
      </a>
    </footer>
  );
}
