import type { ReactNode } from 'react';
import { site } from '#web/config.ts';
import { PATHS } from '#web/paths.ts';
import { Wordmark } from '#web/ui/page/Wordmark.tsx';
import { ThemeSwitch } from '#web/ui/theme/ThemeSwitch.tsx';
import { Credit } from './Credit.tsx';
import { SkipLink } from './SkipLink.tsx';

/** What surrounds the screens that need no sign-in. */
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
