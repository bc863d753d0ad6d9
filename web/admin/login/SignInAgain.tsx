import { useQueryClient } from '@tanstack/react-query';
import { useId, useRef, useState } from 'react';
import { useNavigate } from 'react-router';
import type { Account } from '#contract/auth.ts';
import { currentUserQuery } from '#web/api/auth.ts';
import { useTabSession } from '#web/api/session.ts';
import { PATHS } from '#web/paths.ts';
import { Button } from '#web/ui/Button.tsx';
import { Modal } from '#web/ui/dialog/Modal.tsx';
import { toast } from '#web/ui/toast/toast-store.ts';
import { LoginForm } from './LoginForm.tsx';

type Props = {
  /** The person whose session ended. */
  username: string;
  /** Called when another person signed in: the page must not stay. */
  onOtherPerson: () => void;
};

/** The sign-in above a page whose session ended while it held unsaved work. Only the same person gets the page back. */
export function SignInAgain({ username, onOtherPerson }: Props) {
  const id = useId();
  const client = useQueryClient();
  const navigate = useNavigate();
  const { session } = useTabSession();
  const content = useRef<HTMLDivElement>(null);
  const [opening, setOpening] = useState(0);
  // A browser may close a dialog at a second Escape even if the page prevents it.
  const stay = () => {
    if (!content.current?.closest('dialog')?.open) setOpening((before) => before + 1);
  };
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
    client.clear();
    onOtherPerson();
    void navigate(PATHS.admin, { replace: true });
    session.enter(account);
  };
  return (
    <Modal
      key={opening}
      aria-labelledby={`${id}-title`}
      aria-describedby={`${id}-text`}
      onClose={stay}
      className="m-auto w-[min(26rem,calc(100vw-1.5rem))] overflow-y-auto rounded-lg border border-line p-5 shadow-lift sm:p-6"
    >
      <div ref={content}>
        <h2 id={`${id}-title`} className="text-xl">
          Log in again
        </h2>
        <p id={`${id}-text`} className="mt-2 text-ink-soft">
          Your session has ended. Log in to continue: what you typed is still here, and not saved yet.
        </p>
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
      </div>
    </Modal>
  );
}
