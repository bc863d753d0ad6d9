import { lazy, Suspense, useEffect, useRef, useState } from 'react';
import { isOver } from '#domain/bookings.ts';
import type { FullRefund } from '#web/admin/bookings/money/refund/refund-result.ts';
import type { Read } from '#web/api/bookings.ts';
import type { Figures } from './current-figures.tsx';

/** Few open them: their scripts come when they do. */
const CancelDialog = lazy(async () => ({
  default: (await import('#web/admin/bookings/status/CancelDialog.tsx')).CancelDialog,
}));
const ChargeDialog = lazy(async () => ({
  default: (await import('#web/admin/bookings/money/charge/ChargeDialog.tsx')).ChargeDialog,
}));
const RefundDialog = lazy(async () => ({
  default: (await import('#web/admin/bookings/money/refund/RefundDialog.tsx')).RefundDialog,
}));
const WithdrawDialog = lazy(async () => ({
  default: (await import('#web/admin/bookings/money/pay-link/WithdrawPayLinkDialog.tsx')).WithdrawDialog,
}));

/** A dialog, with the figures that it was opened on. `etag`: of the booking's version that these are of. */
export type Opened =
  /** `amount`: in cents. */
  | ({ dialog: 'charge'; amount: number } & Figures)
  /** `proposed`: an amount in cents; null for all. */
  | ({ dialog: 'refund'; proposed: number | null } & Figures)
  | ({ dialog: 'withdraw' } & Figures)
  /** `afterRefund`: all that was paid has just been refunded. */
  | { dialog: 'cancel'; afterRefund?: FullRefund };

type Props = { read: Read; opened: Opened; onOpen: (opened: Opened) => void; onClose: () => void };

export function OpenedDialog(props: Props) {
  return (
    <Suspense>
      <Dialog {...props} />
    </Suspense>
  );
}

function Dialog({ read, opened, onOpen, onClose }: Props) {
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
    case 'withdraw':
      return <WithdrawDialog read={read} onClose={onClose} {...opened} />;
    case 'cancel':
      return (
        <CancelDialog
          read={read}
          afterRefund={opened.afterRefund ?? null}
          onRefund={(money) => onOpen({ dialog: 'refund', proposed: null, ...money })}
          onClose={onClose}
        />
      );
  }
}

/** Which dialog is open. What was pressed may be gone when it closes: then the element of this id has the focus. */
export function useOpened(fallbackId: string) {
  const [opened, setOpened] = useState<Opened | null>(null);
  const wasOpen = useRef(false);
  useEffect(() => {
    const isLost = document.activeElement === null || document.activeElement === document.body;
    if (wasOpen.current && opened === null && isLost) document.getElementById(fallbackId)?.focus();
    wasOpen.current = opened !== null;
  }, [opened, fallbackId]);
  return { opened, open: setOpened, close: () => setOpened(null) };
}
