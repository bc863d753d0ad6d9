import { isOver } from '#domain/rental/bookings.ts';
import type { Day } from '#domain/shared/days.ts';
import type { VersionedBooking } from '#web/api/bookings.ts';
import { lazyDialog } from '#web/kit/ui/dialog/lazy-dialog.tsx';
import type { ChoiceChange } from '#web/office/bookings/changes/ChoiceChangeDialog.tsx';
import type { DayChange } from '#web/office/bookings/changes/DayChangeDialog.tsx';
import type { FullRefund } from '#web/office/bookings/money/refund/refund-result.ts';
import type { Figures } from '#web/office/bookings/money/use-money-save.tsx';

const CancelDialog = lazyDialog(
  async () => (await import('#web/office/bookings/changes/CancelDialog.tsx')).CancelDialog,
);
const DayChangeDialog = lazyDialog(
  async () => (await import('#web/office/bookings/changes/DayChangeDialog.tsx')).DayChangeDialog,
);
const ChoiceChangeDialog = lazyDialog(
  async () => (await import('#web/office/bookings/changes/ChoiceChangeDialog.tsx')).ChoiceChangeDialog,
);
const ChargeDialog = lazyDialog(
  async () => (await import('#web/office/bookings/money/charge/ChargeDialog.tsx')).ChargeDialog,
);
const RefundDialog = lazyDialog(
  async () => (await import('#web/office/bookings/money/refund/RefundDialog.tsx')).RefundDialog,
);
const WithdrawPayLinkDialog = lazyDialog(
  async () =>
    (await import('#web/office/bookings/money/pay-link/WithdrawPayLinkDialog.tsx')).WithdrawPayLinkDialog,
);

/** A dialog and the figures that it was opened with. `etag`: the version of the booking that has these figures. */
export type OpenBookingDialog =
  /** `amount`: in cents. */
  | ({ dialog: 'charge'; amount: number } & Figures)
  /** `proposed`: an amount in cents; null for all. */
  | ({ dialog: 'refund'; proposed: number | null } & Figures)
  | ({ dialog: 'withdraw' } & Figures)
  /** `firstDay`: a day that was already chosen, for example on a calendar. */
  | { dialog: 'change'; change: DayChange | ChoiceChange; firstDay?: Day }
  /** `afterRefund`: all that was paid has just been refunded. */
  | { dialog: 'cancel'; afterRefund?: FullRefund };

type Props = {
  read: VersionedBooking;
  opened: OpenBookingDialog;
  onOpen: (opened: OpenBookingDialog) => void;
  onClose: () => void;
};

/** The dialog that is open on a booking. */
export function BookingDialog({ read, opened, onOpen, onClose }: Props) {
  const { status } = read.value;
  switch (opened.dialog) {
    case 'charge':
      return <ChargeDialog read={read} onClose={onClose} {...opened} />;
    case 'refund':
      return (
        <RefundDialog
          read={read}
          onClose={onClose}
          {...opened}
          onFullRefund={(afterRefund) =>
            isOver(status) ? onClose() : onOpen({ dialog: 'cancel', afterRefund })
          }
        />
      );
    case 'change':
      if (opened.change === 'resize' || opened.change === 'rental') {
        return <ChoiceChangeDialog kind={opened.change} read={read} onClose={onClose} />;
      }
      return (
        <DayChangeDialog read={read} kind={opened.change} firstDay={opened.firstDay} onClose={onClose} />
      );
    case 'withdraw':
      return <WithdrawPayLinkDialog read={read} onClose={onClose} {...opened} />;
    case 'cancel':
      return <CancelDialog read={read} afterRefund={opened.afterRefund ?? null} onClose={onClose} />;
  }
}
