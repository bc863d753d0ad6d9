import { useQuery } from '@tanstack/react-query';
import { useId } from 'react';
import type { Read } from '#web/api/bookings.ts';
import { bookingPaymentsQuery } from '#web/api/payments.ts';
import { LoadFailure } from '#web/table/LoadFailure.tsx';
import { Disputes } from './Disputes.tsx';
import type { Money } from './money.ts';
import type { Opened } from './OpenedDialog.tsx';
import { PaymentDue } from './PaymentDue.tsx';
import { RefundAction } from './RefundAction.tsx';
import { UnderWay } from './UnderWay.tsx';
import { WaitingForCustomer } from './WaitingForCustomer.tsx';

type Props = { read: Read; onOpen: (opened: Opened) => void };

/** What is due, waited for, refundable and under way, each with what can be done about it. */
export function MoneyActions({ read, onOpen }: Props) {
  const { value: booking, etag } = read;
  const noticeId = useId();
  const { data, error, isPlaceholderData, isFetching, refetch } = useQuery(bookingPaymentsQuery(read));
  if (error) {
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
    etag,
    payments: data,
    isOff: data.operation !== null || isPlaceholderData,
    offReasonId: data.operation ? noticeId : undefined,
  };
  return (
    <>
      {data.operation && (
        <UnderWay id={booking.id} etag={etag} noticeId={noticeId} operation={data.operation} />
      )}
      <PaymentDue
        {...money}
        onCharge={(amount) => onOpen({ dialog: 'charge', amount, payments: data, etag })}
      />
      <WaitingForCustomer
        {...money}
        onWithdraw={() => onOpen({ dialog: 'withdraw', payments: data, etag })}
      />
      <Disputes payments={data.payments} />
      <RefundAction
        {...money}
        booking={booking}
        onRefund={(proposed) => onOpen({ dialog: 'refund', payments: data, proposed, etag })}
      />
    </>
  );
}
