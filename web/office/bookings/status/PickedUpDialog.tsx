import { Button } from '#web/kit/ui/Button.tsx';
import { Dialog, DialogButtons, LeaveButton } from '#web/kit/ui/dialog/Dialog.tsx';

type Props = {
  bookingId: number;
  /** Called with whether the unit is back. */
  answer: (pickedUp: boolean) => void;
  discard: () => void;
};

/** Asks before a booking whose unit is on site is completed. */
export function PickedUpDialog({ bookingId, answer, discard }: Props) {
  return (
    <Dialog
      title="Has the unit been picked up?"
      text={
        <>
          <p>Booking #{bookingId} is set to Completed either way.</p>
          <p className="mt-2">
            If the unit is still with the customer, its pickup stays open and its days stay reserved until the
            pickup is done.
          </p>
        </>
      }
      layout="narrow"
      error={null}
      onClose={discard}
      footer={
        <DialogButtons>
          <LeaveButton isLocked={false} onClick={discard}>
            Cancel
          </LeaveButton>
          <Button variant="secondary" onClick={() => answer(false)}>
            No, not yet
          </Button>
          <Button onClick={() => answer(true)}>Yes, picked up</Button>
        </DialogButtons>
      }
    />
  );
}
