import { useEffect, useState } from 'react';
import { Link } from 'react-router';
import { PATHS } from '#web/paths.ts';
import { PageHeading } from '#web/ui/page/PageHeading.tsx';
import { AskForLink } from './AskForLink.tsx';
import { ChoosePassword } from './ChoosePassword.tsx';

/** Where a mailed link leads, and where a link is asked for. */
export default function ResetPasswordPage() {
  const [token, setToken] = useState(tokenOfLink);
  // Out of the address bar and its history: nobody reads it over a shoulder.
  useEffect(clearAddress, []);
  useEffect(() => {
    const readLink = () => {
      const opened = tokenOfLink();
      if (!opened) return;
      setToken(opened);
      clearAddress();
    };
    window.addEventListener('hashchange', readLink);
    return () => window.removeEventListener('hashchange', readLink);
  }, []);
  return (
    <div className="mx-auto max-w-md px-4 pt-8 pb-12 sm:pt-14">
      <div className="rounded-lg border border-line bg-surface p-5 shadow-lift sm:p-8">
        <PageHeading title={token ? 'Choose a new password' : 'Reset your password'}>
          {token ? 'Then log in with it.' : 'We mail you a link to choose a new one.'}
        </PageHeading>
        {token ? (
          <ChoosePassword key={token} token={token} onLinkOver={() => setToken(null)} />
        ) : (
          <AskForLink />
        )}
      </div>
      <p className="mt-4 text-center">
        <Link
          to={PATHS.adminLogin}
          className="touch inline-flex items-center font-semibold text-brand underline"
        >
          Back to the login
        </Link>
      </p>
    </div>
  );
}

function clearAddress(): void {
  window.history.replaceState(window.history.state, '', window.location.pathname);
}

function tokenOfLink(): string | null {
  return new URLSearchParams(window.location.hash.slice(1)).get('token');
}
