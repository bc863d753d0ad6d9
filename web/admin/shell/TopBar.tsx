import { Link } from 'react-router';
import { site } from '#web/config.ts';
import { PATHS } from '#web/paths.ts';
import { Drawing } from '#web/ui/Icon.tsx';
import { Wordmark } from '#web/ui/page/Wordmark.tsx';
import { ThemeSwitch } from '#web/ui/theme/ThemeSwitch.tsx';
import { LogoutButton } from './LogoutButton.tsx';
import { WhoIsIn } from './WhoIsIn.tsx';

export function TopBar({ onOpenMenu }: { onOpenMenu: () => void }) {
  return (
    <header className="sticky top-0 z-10 flex h-14 shrink-0 items-center gap-1 border-signal border-b-2 bg-livery pr-2 text-white sm:pr-4">
      <button
        type="button"
        onClick={({ currentTarget }) => {
          // The menu gives the focus back to whoever has it now: Safari does not focus a pressed button, and a
          // page that is just arriving may have taken it.
          currentTarget.focus();
          onOpenMenu();
        }}
        aria-haspopup="dialog"
        className="touch ml-1 inline-flex min-w-11 items-center justify-center rounded-md hover:bg-white/15 focus-visible:outline-signal md:hidden"
      >
        <Drawing d="M4 7h16M4 12h16M4 17h16" />
        <span className="sr-only">Open the menu</span>
      </button>
      <Link
        to={PATHS.admin}
        aria-label={`${site.businessName}, back office`}
        className="touch mr-auto flex min-w-0 items-center rounded-md focus-visible:outline-signal md:ml-2.5"
      >
        <Wordmark />
      </Link>
      <div className="mr-2 hidden text-right lg:block">
        <WhoIsIn />
      </div>
      <ThemeSwitch />
      <LogoutButton />
    </header>
  );
}
