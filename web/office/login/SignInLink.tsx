import type { openSignInLink } from '#contract/credentials.ts';
import type { ReplyOf } from '#contract/endpoint.ts';
import { useOpenSignInLink, useRequestSignInLink } from '#web/api/credentials.ts';
import { reasonText } from '#web/kit/form/failure.ts';
import { Button } from '#web/kit/ui/Button.tsx';
import { Notice } from '#web/kit/ui/Notice.tsx';
import { PageHeading } from '#web/kit/ui/page/PageHeading.tsx';
import { LoginFailure } from './LoginFailure.tsx';

/** How often the password can be tried with an opened link. */
export type AllowedAttempts = ReplyOf<typeof openSignInLink>;

/** Offers a mailed link to a person whose device has to wait after too many failed attempts. */
export function SignInLinkOffer({ username }: { username: string }) {
  const request = useRequestSignInLink();
  return (
    <div className="space-y-3">
      {request.error && <LoginFailure error={request.error} atMs={request.submittedAt} />}
      {request.data ? (
        <Notice variant="attention" role="status">
          {request.data.message}
        </Notice>
      ) : (
        <>
          <p>You do not have to wait: with a link from your mailbox, this device can try again at once.</p>
          <Button
            variant="secondary"
            className="w-full"
            disabled={request.isPending}
            onClick={() => request.mutate({ username })}
          >
            {request.isPending ? 'Sending...' : 'E-mail me a sign-in link'}
          </Button>
        </>
      )}
    </div>
  );
}

type Props = { token: string; onOpened: (allowed: AllowedAttempts) => void; onDone: () => void };

/** What a mailed link opens. Only a tap uses the link: mail programs open links to check them. */
export function OpenSignInLink({ token, onOpened, onDone }: Props) {
  const link = useOpenSignInLink();
  const open = () =>
    link.mutate(
      { token },
      {
        onSuccess: (allowed) => {
          onOpened(allowed);
          onDone();
        },
      },
    );
  return (
    <>
      <PageHeading title="Sign-in link">It lets this device try your password again.</PageHeading>
      <div className="mt-6 space-y-5">
        {link.error && (
          <Notice variant="danger" role="alert">
            {reasonText(link.error)}
          </Notice>
        )}
        <Button className="w-full" disabled={link.isPending} onClick={open}>
          {link.isPending ? 'Opening...' : 'Continue to the password'}
        </Button>
        <Button variant="secondary" className="w-full" onClick={onDone}>
          Back to the login
        </Button>
      </div>
    </>
  );
}
