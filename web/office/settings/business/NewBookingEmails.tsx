import type { EditedProfile } from '#web/api/business.ts';
import { useUpdateBusiness } from '#web/api/business-changes.ts';
import { CheckboxField } from '#web/kit/form/CheckboxField.tsx';
import { toastFailure } from '#web/kit/form/failure.ts';
import type { Versioned } from '#web/kit/form/versioned/edit-machine.ts';
import { toast } from '#web/kit/ui/toast/toast-store.ts';
import { SettingsSection } from '#web/office/settings/SettingsSection.tsx';

/** Turns the e-mail about each new booking on or off, at once. */
export function NewBookingEmails({ loaded }: { loaded: Versioned<EditedProfile> }) {
  const { mutate, isPending, variables } = useUpdateBusiness();
  const { email, emailNewBookings } = loaded.value;
  const isChecked = isPending ? (variables.changes.emailNewBookings ?? emailNewBookings) : emailNewBookings;
  const change = (isOn: boolean) =>
    mutate(
      { changes: { emailNewBookings: isOn }, etag: null },
      {
        onSuccess: () =>
          toast({
            title: 'Saved',
            text: isOn
              ? `Each new booking e-mails ${email}.`
              : 'New bookings send no e-mail to the business.',
            variant: 'plain',
          }),
        onError: (error) => toastFailure('The setting could not be saved.', error),
      },
    );
  return (
    <SettingsSection title="Notifications" text="E-mails to the address of the business.">
      <CheckboxField
        name="emailNewBookings"
        id="emailNewBookings"
        label="E-mail the business about each new booking"
        error={undefined}
        checked={isChecked}
        onChange={({ target }) => !isPending && change(target.checked)}
      />
    </SettingsSection>
  );
}
