import { type ReactNode, useId } from 'react';
import { Link } from 'react-router';
import { PATHS } from '#web/paths.ts';
import { buttonClass } from '#web/ui/Button.tsx';
import { ChangeEmailForm } from './ChangeEmailForm.tsx';
import { ChangePasswordForm } from './ChangePasswordForm.tsx';
import { ChangeUsernameForm } from './ChangeUsernameForm.tsx';
import { SessionList } from './SessionList.tsx';
import { SettingsFrame } from './SettingsFrame.tsx';

export default function SettingsPage() {
  return (
    <SettingsFrame title="Settings" text="Your own account and where it is logged in.">
      <div className="space-y-6">
        <SettingsSection
          title="Change password"
          text="You stay logged in here. Every other session of yours ends."
        >
          <ChangePasswordForm />
        </SettingsSection>
        <SettingsSection
          title="Change username"
          text="All your sessions end, this one too: you log in again with the new name."
        >
          <ChangeUsernameForm />
        </SettingsSection>
        <SettingsSection
          title="Change e-mail"
          text="You stay logged in here. Every other session of yours ends. A notice goes to your old address."
        >
          <ChangeEmailForm />
        </SettingsSection>
        <SettingsSection
          title="Sessions"
          text="Where your account is logged in now. End a session that you do not know, and change your password then."
        >
          <SessionList />
        </SettingsSection>
        <SettingsSection
          title="Notifications"
          text="E-mails and background work: what was sent, what is waiting and what failed."
        >
          <div>
            <Link to={PATHS.adminNotifications} className={buttonClass('secondary', 'max-sm:w-full')}>
              View notifications
            </Link>
          </div>
        </SettingsSection>
      </div>
    </SettingsFrame>
  );
}

type Props = { title: string; text: string; children: ReactNode };

/** Heading and description on the left, the form on the right; on narrow screens one below the other. */
function SettingsSection({ title, text, children }: Props) {
  const id = useId();
  return (
    <section
      aria-labelledby={id}
      className="grid gap-x-10 gap-y-5 rounded-lg border border-line bg-surface p-4 sm:p-6 lg:grid-cols-[17rem_minmax(0,1fr)]"
    >
      <div>
        <h2 id={id} className="text-xl">
          {title}
        </h2>
        <p className="mt-1.5 text-ink-soft text-sm">{text}</p>
      </div>
      {children}
    </section>
  );
}
