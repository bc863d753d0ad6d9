import { useEffect, useState } from 'react';
import { Link, Navigate, useLocation } from 'react-router';
import { mayEnterOffice } from '#domain/accounts/access.ts';
import { useTabSession } from '#web/api/session.ts';
import { site } from '#web/config.ts';
import { forgetPush } from '#web/kit/ui/browser/forget-push.ts';
import { Notice } from '#web/kit/ui/Notice.tsx';
import { PageHeading } from '#web/kit/ui/page/PageHeading.tsx';
import { PATHS } from '#web/paths.ts';
import { TruckDrawing } from '#web/public/rental/TruckDrawing.tsx';
import { LoginForm } from './LoginForm.tsx';
import { useMailedToken } from './link-token.ts';
import { type AllowedAttempts, OpenSignInLink } from './SignInLink.tsx';
import { isSessionOver, openDriverPage, useLoginState, wantedPath } from './session-state.ts';

/** The login. Then opens the page that was requested. */
export default function LoginPage() {
  const { state } = useLocation();
  const { sessionState } = useLoginState();
  const { token, forget } = useMailedToken();
  const [allowed, setAllowed] = useState<AllowedAttempts | null>(null);
  if (sessionState.status === 'signedIn') return <Navigate to={wantedPath(state)} replace />;
  return (
    <div className="mx-auto max-w-md px-4 pt-8 pb-12 sm:pt-14">
      <TruckDrawing className="mx-auto -mb-[2px] w-56 sm:w-64" />
      <div className="rounded-lg border border-line bg-surface p-5 shadow-lift sm:p-8">
        {token ? (
          <OpenSignInLink key={token} token={token} onOpened={setAllowed} onDone={forget} />
        ) : (
          <PasswordLogin allowed={allowed} />
        )}
      </div>
    </div>
  );
}

/** `allowed`: the attempts of a sign-in link that was just opened. */
function PasswordLogin({ allowed }: { allowed: AllowedAttempts | null }) {
  const { state } = useLocation();
  const { session } = useTabSession();
  useEffect(() => void forgetPush(PATHS.admin), []);
  return (
    <>
      <PageHeading title="Log in">The back office of {site.businessName}</PageHeading>
      {isSessionOver(state) && (
        <Notice variant="attention" role="status" className="mt-5">
          Your session has ended. Log in again and you are back where you were.
        </Notice>
      )}
      {allowed && (
        <Notice variant="attention" role="status" className="mt-5">
          Enter your password. On this device you can try it {allowed.attempts} times in the next{' '}
          {allowed.minutes} minutes.
        </Notice>
      )}
      <LoginForm
        {...(allowed && { username: allowed.username })}
        onLoggedIn={(account) => (mayEnterOffice(account.role) ? session.enter(account) : openDriverPage())}
        footer={
          <p className="text-center">
            <Link to={PATHS.resetPassword} className="touch inline-flex items-center text-brand underline">
              Forgot your password?
            </Link>
          </p>
        }
      />
    </>
  );
}
