import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { can } from '#domain/accounts/access.ts';
import { useSignedInUser } from '#web/api/auth.ts';
import { businessQuery, pauseQuery } from '#web/api/business.ts';
import { errorText } from '#web/api/call.ts';
import { Button } from '#web/kit/ui/Button.tsx';
import { Notice } from '#web/kit/ui/Notice.tsx';
import { SettingsFrame } from '#web/office/settings/SettingsFrame.tsx';
import { BusinessHistory } from './BusinessHistory.tsx';
import { LogoSection } from './LogoSection.tsx';
import { NewBookingEmails } from './NewBookingEmails.tsx';
import { PauseSection } from './PauseSection.tsx';
import { ProfileForm } from './ProfileForm.tsx';

export default function BusinessPage() {
  const { role } = useSignedInUser();
  const business = useQuery(businessQuery);
  const pause = useQuery(pauseQuery);
  const error = business.error ?? pause.error;
  const isReadOnly = role === null || !can(role, 'business:write');
  if (!business.data || !pause.data) {
    return (
      <Frame>
        {error ? (
          <Notice variant="danger" role="alert">
            <p>{errorText(error, 'The business profile could not be loaded.')}</p>
            <Button
              variant="secondary"
              className="mt-3"
              onClick={() => void Promise.all([business.refetch(), pause.refetch()])}
            >
              Try again
            </Button>
          </Notice>
        ) : (
          <p role="status" className="text-ink-soft">
            Loading the business profile...
          </p>
        )}
      </Frame>
    );
  }
  return (
    <Frame>
      {isReadOnly && (
        <Notice variant="quiet" className="mb-6">
          Only a super administrator can change these settings.
        </Notice>
      )}
      <fieldset disabled={isReadOnly} className="min-w-0 space-y-6">
        <legend className="sr-only">Business</legend>
        <PauseSection loaded={pause.data} />
        {/* A new logo is a new version of the profile: the form starts from it and keeps its input. */}
        <ProfileForm key={business.data.value.logoUrl} loaded={business.data} />
        <LogoSection loaded={business.data} />
        <NewBookingEmails loaded={business.data} />
      </fieldset>
      <BusinessHistory />
    </Frame>
  );
}

function Frame({ children }: { children: ReactNode }) {
  return (
    <SettingsFrame
      title="Business"
      text="What customers see of the business. Changes take effect when you save them."
    >
      {children}
    </SettingsFrame>
  );
}
