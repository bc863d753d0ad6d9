import type { ReactNode } from 'react';
import { phoneHref, site } from '#web/config.ts';
import { OpeningHours } from '#web/kit/ui/ContactLinks.tsx';
import { Icon } from '#web/kit/ui/Icon.tsx';
import { ThemeSwitch } from '#web/kit/ui/theme/ThemeSwitch.tsx';
import { PUBLIC_PATHS } from '#web/paths.ts';
import { Wordmark } from './Wordmark.tsx';

/** The header and footer of a public document. */
export function SiteFrame({ children }: { children: ReactNode }) {
  return (
    <>
      <a
        href="#main"
        className="touch sr-only z-10 rounded-md bg-surface px-4 py-2 font-semibold text-brand focus:not-sr-only focus:fixed focus:top-2 focus:left-2"
      >
        Skip to content
      </a>
      <SiteHeader />
      <main id="main">{children}</main>
      <SiteFooter />
    </>
  );
}

export function SiteHeader() {
  return (
    <header data-site-chrome="" className="border-signal border-b-4 bg-livery text-white">
      <div className="page flex flex-wrap items-center justify-between gap-x-3 py-2">
        <a
          href={PUBLIC_PATHS.booking}
          className="touch flex items-center rounded-md pr-2 focus-visible:outline-signal"
          aria-label={`${site.businessName}, booking`}
        >
          <Wordmark />
        </a>
        <div className="flex items-center gap-1 sm:gap-3">
          <a
            href={phoneHref(site.businessPhone)}
            className="touch inline-flex min-w-11 items-center justify-center gap-2 rounded-md px-2 font-semibold hover:bg-white/15 focus-visible:outline-signal"
          >
            <Icon name="phone" className="size-4" />
            <span className="sr-only sm:hidden">Call us</span>
            <span className="hidden sm:inline">{site.businessPhone}</span>
          </a>
          <ThemeSwitch />
        </div>
      </div>
    </header>
  );
}

export function SiteFooter() {
  const link = 'touch inline-flex items-center underline underline-offset-4 hover:text-ink';
  return (
    <footer data-site-chrome="" className="mt-16 border-line border-t text-ink-soft text-sm">
      <div className="page flex flex-wrap items-center justify-between gap-x-8 gap-y-2 py-6">
        <p className="wrap-anywhere min-w-0">
          {site.businessName} ·{' '}
          <a className={`${link} whitespace-nowrap`} href={phoneHref(site.businessPhone)}>
            {site.businessPhone}
          </a>{' '}
          ·{' '}
          <a className={link} href={`mailto:${site.businessEmail}`}>
            {site.businessEmail}
          </a>
          <OpeningHours className="block" />
        </p>
        <nav aria-label="Legal" className="flex flex-wrap gap-x-6">
          <a className={link} href={PUBLIC_PATHS.terms}>
            Terms of Service
          </a>
          <a className={link} href={PUBLIC_PATHS.privacy}>
            Privacy Policy
          </a>
          <a className={link} href={site.creditUrl} rel="noreferrer">
            Made by {site.creditName}
          </a>
        </nav>
      </div>
    </footer>
  );
}
