import { SPOKEN_CONSENT_WORDING } from '#domain/shared/texts.ts';
import { useSetTextConsent } from '#web/api/texts.ts';
import { failureText } from '#web/kit/form/failure.ts';
import { ConfirmDialog } from '#web/kit/ui/dialog/ConfirmDialog.tsx';
import { toast } from '#web/kit/ui/toast/toast-store.ts';

type Props = {
  bookingId: number;
  /** True: records a consent; false: withdraws it. */
  isGiven: boolean;
  onClose: () => void;
};

/** Staff record what a customer said about texts on the phone. */
export function ConsentDialog({ bookingId, isGiven, onClose }: Props) {
  const saving = useSetTextConsent(bookingId);
  const save = () =>
    saving.mutate(isGiven, {
      onSuccess: ({ state }) => {
        toast({
          title: isGiven ? 'Consent Recorded' : 'Consent Withdrawn',
          text: resultText(state),
          variant: 'plain',
        });
        onClose();
      },
    });
  return (
    <ConfirmDialog
      title={isGiven ? 'Did the customer agree to texts?' : 'End the consent to texts?'}
      confirmText={isGiven ? 'The customer said yes' : 'End consent'}
      pendingText="Saving..."
      isPending={saving.isPending}
      error={saving.error && failureText('The consent could not be saved.', saving.error)}
      onConfirm={save}
      onClose={onClose}
    >
      {isGiven
        ? `Read this to the customer: "${SPOKEN_CONSENT_WORDING}" Your name and the time are stored with it.`
        : 'The customer gets no more texts, for this booking and all others with this phone number. E-mails are still sent.'}
    </ConfirmDialog>
  );
}

function resultText(state: string): string {
  if (state === 'on') return 'The customer gets texts about this booking.';
  if (state === 'stopped') return 'This number sent STOP: texts begin only when it sends START.';
  return 'The customer gets no more texts.';
}
