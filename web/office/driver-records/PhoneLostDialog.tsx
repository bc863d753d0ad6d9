import { useReportPhoneLost } from '#web/api/drivers.ts';
import { MutationDialog, Named } from '#web/kit/form/dialog/MutationDialog.tsx';
import type { LinkedDriver } from './SignInLinkDialog.tsx';

type Props = { driver: LinkedDriver; onClose: () => void };

/** Ends what a lost phone could still do. */
export function PhoneLostDialog({ driver, onClose }: Props) {
  return (
    <MutationDialog
      title="Phone lost?"
      confirmText="Sign out everywhere"
      pendingText="Signing out..."
      mutation={useReportPhoneLost()}
      target={driver.id}
      done={{ title: 'Signed out', text: `${driver.name} is signed out on every device.` }}
      failed="The phone could not be reported lost. Try again."
      onClose={onClose}
    >
      <p>
        <Named>{driver.name}</Named> is signed out on every device at once, and unused sign-in links end.
      </p>
      <p className="mt-2">
        <strong className="text-ink">What the phone has not sent is lost</strong>, unless it is found and the
        driver signs in on it again: photos, tickets and stops recorded without coverage. Ask the driver which
        stops are missing.
      </p>
      <p className="mt-2">
        Routes stay as they are. To continue on another phone, create a sign-in link. If the password was
        saved on the phone, change it.
      </p>
    </MutationDialog>
  );
}
