import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from 'react-router';
import type { Account } from '#contract/auth.ts';
import { mayEnterOffice } from '#domain/accounts/access.ts';
import { currentUserQuery } from '#web/api/auth.ts';
import { useTabSession } from '#web/api/session.ts';
import { Button } from '#web/kit/ui/Button.tsx';
import { forgetUserValues } from '#web/kit/ui/browser/user-values.ts';
import { Dialog } from '#web/kit/ui/dialog/Dialog.tsx';
import { toast } from '#web/kit/ui/toast/toast-store.ts';
import { PATHS } from '#web/paths.ts';
import { LoginForm } from './LoginForm.tsx';
import { openDriverPage } from './session-state.ts';

type Props = {
  /** The person whose session ended. */
  username: string;
  /** Called when another person signed in: the page must not stay. */
  onOtherPerson: () => void;
};

/** The sign-in above a page whose session ended while it held unsaved work. Only the same person gets the page back. */
export function SignInAgain({ username, onOtherPerson }: Props) {
  const client = useQueryClient();
  const navigate = useNavigate();
  const { session } = useTabSession();
  const enter = (account: Account) => {
    const before = client.getQueryData(currentUserQuery.queryKey);
    const isSamePerson = before ? before.id === account.id : account.username === username;
    if (isSamePerson) {
      client.setQueryData(currentUserQuery.queryKey, account);
      session.enter(account);
      toast({
        title: 'Logged in',
        text: 'What you typed is still here, and not saved yet.',
        variant: 'plain',
      });
      void client.refetchQueries({ predicate: ({ state }) => state.status === 'error' });
      return;
    }
    if (!mayEnterOffice(account.role)) return openDriverPage();
    client.clear();
    forgetUserValues();
    onOtherPerson();
    void navigate(PATHS.admin, { replace: true });
    session.enter(account);
  };
  return (
    <Dialog
      title="Log in again"
      text="Your session has ended. Log in to continue: what you typed is still here, and not saved yet."
      layout="narrow"
      onClose={null}
    >
      <LoginForm
        username={username}
        idPrefix="again-"
        onLoggedIn={enter}
        footer={
          <Button variant="secondary" className="w-full" onClick={session.giveUp}>
            Leave without saving
          </Button>
        }
      />
    </Dialog>
  );
}
