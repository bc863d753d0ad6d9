import { Outlet } from 'react-router';
import { site } from '#web/config.ts';
import { ThemeSwitch } from '#web/ui/ThemeSwitch.tsx';
import { Wordmark } from '#web/ui/Wordmark.tsx';

/** Top bar and footer around every screen of the back office. */
export function AdminFrame() {
  return (
    <>
      <header className="border-signal border-b-4 bg-livery text-white">
        <div className="page flex items-center justify-between py-2">
          <Wordmark />
          <ThemeSwitch />
        </div>
      </header>
      <main className="page">
        <Outlet />
      </main>
      <footer className="page py-6 text-center text-ink-soft text-sm">
        <a href={site.creditUrl} rel="noreferrer" className="touch inline-flex items-center underline">
          Made by {site.creditName}
        </a>
      </footer>
    </>
  );
}
