import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useEffect, useId, useRef, useState } from 'react';
import type { Read } from '#web/api/bookings.ts';
import { bookingPaymentsQuery } from '#web/api/payments.ts';
import { LoadFailure } from '#web/table/LoadFailure.tsx';
import type { AskedCharge } from './asked-charge.ts';
import { Disputes } from './Disputes.tsx';
import type { Money } from './money.ts';
import { PaymentDue } from './PaymentDue.tsx';
import { RefundAction } from './RefundAction.tsx';
import { UnderWay } from './UnderWay.tsx';
import { WaitingForCustomer } from './WaitingForCustomer.tsx';

/** Few open them: their scripts come when they do. */
const ChargeDialog = lazy(async () => ({ default: (await import('./ChargeDialog.tsx')).ChargeDialog }));
const RefundDialog = lazy(async () => ({ default: (await import('./RefundDialog.tsx')).RefundDialog }));
const WithdrawDialog = lazy(async () => ({ default: (await import('./WithdrawDialog.tsx')).WithdrawDialog }));

type Opened =
  | { dialog: 'charge'; asked: AskedCharge }
  /** `proposed`: an amount in cents; null for all. */
  | { dialog: 'refund'; proposed: number | null }
  | { dialog: 'withdraw'; amount: number };

/** What is due, waited for, refundable and under way, each with what can be done about it. */
export function MoneyActions({ read, sumsId }: { read: Read; sumsId: string }) {
  const booking = read.value;
  const [opened, setOpened] = useState<Opened | null>(null);
  const noticeId = useId();
  useFocusKept(opened !== null, sumsId);
  const { data, error, isPlaceholderData, isFetching, refetch } = useQuery(bookingPaymentsQuery(read));
  if (!data && error) {
    return (
      <LoadFailure
        failed="The payments could not be loaded."
        error={error}
        isFetching={isFetching}
        onRetry={() => void refetch()}
      />
    );
  }
  if (!data) {
    return (
      <div role="status">
        <span className="sr-only">Loading the payments...</span>
        <div aria-hidden="true" className="h-12 animate-pulse rounded-md bg-sunk" />
      </div>
    );
  }
  const money: Money = {
    bookingId: booking.id,
    payments: data,
    isOff: data.operation !== null || isPlaceholderData,
    offReasonId: data.operation ? noticeId : undefined,
  };
  return (
    <>
      {data.operation && <UnderWay id={booking.id} noticeId={noticeId} operation={data.operation} />}
      <PaymentDue {...money} onCharge={(asked) => setOpened({ dialog: 'charge', asked })} />
      <WaitingForCustomer {...money} onWithdraw={(amount) => setOpened({ dialog: 'withdraw', amount })} />
      <Disputes payments={data.payments} />
      <RefundAction
        {...money}
        booking={booking}
        onRefund={(proposed) => setOpened({ dialog: 'refund', proposed })}
      />
      {opened && (
        <Suspense>
          <OpenedDialog {...money} opened={opened} onClose={() => setOpened(null)} />
        </Suspense>
      )}
    </>
  );
}

type OpenedProps = Money & { opened: Opened; onClose: () => void };

function OpenedDialog({ bookingId, payments, opened, onClose }: OpenedProps) {
  switch (opened.dialog) {
    case 'charge':
      return <ChargeDialog bookingId={bookingId} asked={opened.asked} onClose={onClose} />;
    case 'refund':
      return (
        <RefundDialog
          bookingId={bookingId}
          payments={payments}
          proposed={opened.proposed}
          onClose={onClose}
        />
      );
    case 'withdraw':
      return <WithdrawDialog bookingId={bookingId} amount={opened.amount} onClose={onClose} />;
  }
}

/** What was pressed may be gone when its dialog closes: then the figures have the focus. */
function useFocusKept(isOpen: boolean, fallbackId: string) {
  const wasOpen = useRef(false);
  useEffect(() => {
    const isLost = document.activeElement === null || document.activeElement === document.body;
    if (wasOpen.current && !isOpen && isLost) document.getElementById(fallbackId)?.focus();
    wasOpen.current = isOpen;
  }, [isOpen, fallbackId]);
}
