import { Link } from 'react-router';
import { buttonClass } from '#web/kit/ui/Button.tsx';
import { PATHS } from '#web/paths.ts';
import { ChangeEmailForm } from './ChangeEmailForm.tsx';
import { ChangePasswordForm } from './ChangePasswordForm.tsx';
import { ChangeUsernameForm } from './ChangeUsernameForm.tsx';
import { SessionList } from './SessionList.tsx';
import { SettingsFrame } from './SettingsFrame.tsx';
import { SettingsSection } from './SettingsSection.tsx';

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
