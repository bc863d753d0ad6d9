import { Link } from 'react-router';
import { PATHS } from '#web/paths.ts';
import { buttonClass } from '#web/ui/Button.tsx';
import { PageHeading } from '#web/ui/page/PageHeading.tsx';
import { ChangeEmailForm } from './ChangeEmailForm.tsx';
import { ChangePasswordForm } from './ChangePasswordForm.tsx';
import { ChangeUsernameForm } from './ChangeUsernameForm.tsx';
import { SessionList } from './SessionList.tsx';
import { SettingsSection } from './SettingsSection.tsx';

export default function SettingsPage() {
  return (
    <div>
      <PageHeading title="Settings">Your own account and where it is logged in.</PageHeading>
      <div className="mt-6 space-y-6">
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
          title="Deliveries"
          text="The mails that the system sends, and what of them it had to give up."
        >
          <div>
            <Link to={PATHS.adminDeliveries} className={buttonClass('secondary', 'max-sm:w-full')}>
              View deliveries
            </Link>
          </div>
        </SettingsSection>
      </div>
    </div>
  );
}
