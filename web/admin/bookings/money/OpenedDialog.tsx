import { lazy, Suspense, useEffect, useRef, useState } from 'react';
import type { BookingPayments } from '#contract/payments.ts';
import type { AskedCharge } from './asked-charge.ts';

/** Few open them: their scripts come when they do. */
const ChargeDialog = lazy(async () => ({ default: (await import('./ChargeDialog.tsx')).ChargeDialog }));
const RefundDialog = lazy(async () => ({ default: (await import('./RefundDialog.tsx')).RefundDialog }));
const WithdrawDialog = lazy(async () => ({ default: (await import('./WithdrawDialog.tsx')).WithdrawDialog }));

/** A dialog about money, with the figures that it was opened on. */
export type Opened =
  | { dialog: 'charge'; asked: AskedCharge }
  /** `proposed`: an amount in cents; null for all. */
  | { dialog: 'refund'; payments: BookingPayments; proposed: number | null }
  | { dialog: 'withdraw'; amount: number };

type Props = { bookingId: number; opened: Opened; onClose: () => void };

export function OpenedDialog(props: Props) {
  return (
    <Suspense>
      <Dialog {...props} />
    </Suspense>
  );
}

function Dialog({ bookingId, opened, onClose }: Props) {
  const about = { bookingId, onClose };
  switch (opened.dialog) {
    case 'charge':
      return <ChargeDialog {...about} asked={opened.asked} />;
    case 'refund':
      return <RefundDialog {...about} payments={opened.payments} proposed={opened.proposed} />;
    case 'withdraw':
      return <WithdrawDialog {...about} amount={opened.amount} />;
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
