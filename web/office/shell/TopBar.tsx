import { Link, useNavigate } from 'react-router';
import { ROLE_LABELS } from '#domain/accounts/access.ts';
import { useLogout } from '#web/api/auth.ts';
import { CallError } from '#web/api/call.ts';
import { useTabSession } from '#web/api/session.ts';
import { site } from '#web/config.ts';
import { toastFailure } from '#web/kit/form/failure.ts';
import { COMMAND_KEY } from '#web/kit/ui/browser/key-press.ts';
import { openPalette } from '#web/kit/ui/browser/open-palette.ts';
import { Drawing } from '#web/kit/ui/Icon.tsx';
import { Wordmark } from '#web/kit/ui/page/Wordmark.tsx';
import { ThemeSwitch } from '#web/kit/ui/theme/ThemeSwitch.tsx';
import { PATHS } from '#web/paths.ts';
import { BellSlot } from './bell/BellSlot.tsx';

type Props = {
  /** Called before the menu is opened: its script can load. */
  onMenuTouched: () => void;
  onOpenMenu: () => void;
};

export function TopBar({ onMenuTouched, onOpenMenu }: Props) {
  return (
    <header className="sticky top-0 z-10 flex h-14 shrink-0 items-center gap-1 border-signal border-b-2 bg-livery pr-2 text-white sm:pr-4">
      <button
        type="button"
        onPointerDown={onMenuTouched}
        onClick={({ currentTarget }) => {
          // The menu returns the focus to the element that has it now: Safari does not focus a pressed button, and a
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
        className="touch mr-auto flex min-w-0 items-center overflow-hidden rounded-md focus-visible:outline-signal max-[26rem]:[&_span>span]:hidden md:ml-2.5"
      >
        <Wordmark />
      </Link>
      <div className="mr-2 hidden text-right lg:block">
        <WhoIsIn />
      </div>
      <PaletteButton />
      <BellSlot />
      <ThemeSwitch />
      <LogoutButton />
    </header>
  );
}

/** Opens the command palette, which Ctrl-K also opens. */
function PaletteButton() {
  return (
    <button
      type="button"
      onClick={openPalette}
      aria-haspopup="dialog"
      aria-keyshortcuts="Control+K Meta+K"
      className="touch inline-flex min-w-11 items-center justify-center gap-2 rounded-md px-2 text-sm hover:bg-white/15 focus-visible:outline-signal"
    >
      <Drawing d="M10.5 4a6.5 6.5 0 1 0 0 13 6.5 6.5 0 0 0 0-13Zm4.7 11.2L20 20" />
      <span className="sr-only">Find anything</span>
      <span
        aria-hidden="true"
        className="rounded-sm border border-white/40 px-1 font-sans text-xs max-lg:hidden"
      >
        {COMMAND_KEY} K
      </span>
    </button>
  );
}

/** The name and the role of the signed-in user. */
export function WhoIsIn() {
  const { sessionState } = useTabSession();
  if (sessionState.status !== 'signedIn') return null;
  return (
    <p className="min-w-0 text-sm leading-tight">
      <span className="sr-only">Signed in as </span>
      <span className="block truncate font-semibold">{sessionState.username}</span>
      <span className="block text-xs opacity-85">{ROLE_LABELS[sessionState.role]}</span>
    </p>
  );
}

/** Ends the session on the server first. A failure is shown, because the cookie would still be valid. */
function LogoutButton() {
  const navigate = useNavigate();
  const { session } = useTabSession();
  const logout = useLogout();
  const leave = () => {
    void navigate(PATHS.adminLogin);
    session.leave();
  };
  const failed = (error: Error) => {
    if (error instanceof CallError && error.status === 401) return leave();
    toastFailure('You are still logged in.', error);
  };
  return (
    <button
      type="button"
      disabled={logout.isPending}
      onClick={() => logout.mutate(undefined, { onSuccess: leave, onError: failed })}
      className="touch inline-flex items-center gap-2 rounded-md px-3 font-semibold text-sm hover:bg-white/15 focus-visible:outline-signal"
    >
      <Drawing d="M10 4H5v16h5M14 8l4 4-4 4m-5-4h9" className="size-5" />
      <span className="max-sm:sr-only">Logout</span>
    </button>
  );
}
