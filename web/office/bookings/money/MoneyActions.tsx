import { useQuery } from '@tanstack/react-query';
import { useId } from 'react';
import type { BookingPayments } from '#contract/payments.ts';
import { cardText } from '#domain/money/cards.ts';
import { formatUsd } from '#domain/shared/money.ts';
import type { VersionedBooking } from '#web/api/bookings.ts';
import { bookingPaymentsQuery } from '#web/api/payments.ts';
import { LoadFailure } from '#web/kit/table/LoadFailure.tsx';
import { toastNotPossible, useAskedAction } from '#web/office/bookings/asked-action.ts';
import type { OpenBookingDialog } from '#web/office/bookings/BookingDialog.tsx';
import { ChargeForm, readCharge } from '#web/office/bookings/money/charge/ChargeForm.tsx';
import { OpenPayLink } from '#web/office/bookings/money/pay-link/OpenPayLink.tsx';
import { SendPayLink } from '#web/office/bookings/money/pay-link/SendPayLink.tsx';
import { RefundAction } from '#web/office/bookings/money/refund/RefundAction.tsx';
import { dollarsText } from '#web/office/bookings/price/read-price.ts';
import { useMay } from '#web/office/bookings/use-may.ts';
import { Disputes } from './Disputes.tsx';
import type { Money } from './money.ts';
import { OpenOperation } from './OpenOperation.tsx';

type Props = { read: VersionedBooking; onOpen: (opened: OpenBookingDialog) => void };

/** Open operation, balance due, open payment link, disputes and refund, each with its actions. */
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
    hasEmail: booking.email !== null,
    etag,
    payments: data,
    isOff: data.operation !== null || isPlaceholderData,
    offReasonId: data.operation ? noticeId : undefined,
  };
  return (
    <>
      {!isPlaceholderData && <AskedMoney money={money} onOpen={onOpen} />}
      {data.operation && (
        <OpenOperation id={booking.id} etag={etag} noticeId={noticeId} operation={data.operation} />
      )}
      <PaymentDue
        {...money}
        onCharge={(amount) => onOpen({ dialog: 'charge', amount, payments: data, etag })}
      />
      <OpenPayLink {...money} onWithdraw={() => onOpen({ dialog: 'withdraw', payments: data, etag })} />
      <Disputes payments={data.payments} />
      <RefundAction
        {...money}
        booking={booking}
        onRefund={(proposed) => onOpen({ dialog: 'refund', payments: data, proposed, etag })}
      />
    </>
  );
}

/** Opens the dialog that the palette asked for, or says why there is none. */
function AskedMoney({ money, onOpen }: { money: Money; onOpen: Props['onOpen'] }) {
  const { payments, etag, isOff } = money;
  const mayCharge = useMay('payments:charge');
  const mayRefund = useMay('payments:refund');
  const mayExceed = useMay('payments:exceed-limit');
  useAskedAction(['charge', 'refund'], (action) => {
    if (isOff) return toastNotPossible('A charge or refund of this booking is still running.');
    if (action === 'refund') {
      if (!mayRefund || payments.refundable === 0) return toastNotPossible('There is nothing to refund.');
      return onOpen({ dialog: 'refund', payments, proposed: null, etag });
    }
    const { remaining, card } = payments;
    if (remaining === 0) return toastNotPossible('No balance is due.');
    if (!mayCharge || !card)
      return toastNotPossible('There is no card on file. Send a payment link instead.');
    const { amount, inputError = '' } = readCharge(dollarsText(remaining), payments, mayExceed);
    if (amount === undefined) return toastNotPossible(`${inputError}.`);
    return onOpen({ dialog: 'charge', amount, payments, etag });
  });
  return null;
}

function cardState({ card, isCardRefused }: BookingPayments): string {
  if (card) return `Card on file: ${cardText(card)}`;
  return isCardRefused ? 'Card not saved.' : 'There is no card on file.';
}

type PaymentDueProps = Money & { onCharge: (amount: number) => void };

/** The balance due and how to collect it: the card on file or a payment link. */
function PaymentDue({ onCharge, ...money }: PaymentDueProps) {
  const { remaining, card, payLink } = money.payments;
  const mayCharge = useMay('payments:charge');
  const mayLink = useMay('payments:link');
  if (remaining === 0) return null;
  return (
    <div>
      <h3 className="font-semibold text-sm">Payment Due</h3>
      <p className="mt-1 font-display font-semibold text-2xl tabular-nums">{formatUsd(remaining)}</p>
      <p className="mt-1 text-ink-soft text-sm">
        {cardState(money.payments)}
        {!card && !payLink && mayLink && ' Send the customer a link to pay with a card of their own.'}
      </p>
      {mayCharge && card && <ChargeForm {...money} onCharge={onCharge} />}
      {mayLink && !payLink && (
        <SendPayLink {...money} variant={card && mayCharge ? 'secondary' : 'primary'} />
      )}
    </div>
  );
}
