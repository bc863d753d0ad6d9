import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import type { Booking } from '#contract/staff-bookings.ts';
import { isOver, PAYMENT_STATUS_LABELS } from '#domain/rental/bookings.ts';
import { formatDay } from '#domain/shared/days.ts';
import { formatUsd } from '#domain/shared/money.ts';
import { heldDumpsterQuery } from '#web/api/booking-units.ts';
import { isCode } from '#web/api/call.ts';
import { RowButton } from '#web/kit/table/RowButton.tsx';
import { Card, Fact, Facts } from '#web/kit/ui/Card.tsx';
import { useMayWrite } from '#web/office/bookings/use-may.ts';
import { PATHS } from '#web/paths.ts';

type Props = {
  booking: Booking;
  onMove: () => void;
  /** The menu of changes. */
  action: ReactNode;
};

export function RentalCard({ booking, onMove, action }: Props) {
  const { rentalTitle, dumpsterType, sizeName, materialName, deliveryDate, endDate, pickupDay } = booking;
  const { depositAmount, paymentStatus, dumpsterId, status } = booking;
  const canMove = useMayWrite() && dumpsterId !== null && !isOver(status);
  return (
    <Card title="Rental Details" action={action}>
      <Facts areShort>
        <Fact name="Rental type">{rentalTitle}</Fact>
        <Fact name="Size">{sizeName}</Fact>
        {materialName !== null && <Fact name="Material">{materialName}</Fact>}
        <Fact name="Delivery date">{formatDay(deliveryDate)}</Fact>
        <Fact name="Last day">{formatDay(endDate)}</Fact>
        {pickupDay !== endDate && <Fact name="Pickup">{formatDay(pickupDay)}</Fact>}
        <Fact name={booking.isPaidAtBooking ? 'Price paid' : 'Deposit amount'}>
          <span className="tabular-nums">{formatUsd(depositAmount)}</span>
        </Fact>
        <Fact name="Payment status">{PAYMENT_STATUS_LABELS[paymentStatus]}</Fact>
        <Fact name="Unit">
          <span className="flex flex-wrap items-center gap-x-4 gap-y-2">
            {dumpsterId === null ? 'None' : <HeldDumpster dumpsterId={dumpsterId} sizeId={dumpsterType} />}
            {canMove && (
              <RowButton onClick={onMove} className="!whitespace-normal">
                Move to another unit
              </RowButton>
            )}
          </span>
        </Fact>
      </Facts>
    </Card>
  );
}

type UnitProps = { dumpsterId: number; sizeId: string };

/** The number of the booking's unit, linked to the inventory. Says so if its size is not the booked one. */
function HeldDumpster({ dumpsterId, sizeId }: UnitProps) {
  const { data, error, isFetching, refetch } = useQuery(heldDumpsterQuery(dumpsterId));
  if (data) {
    const { dumpsterNumber, dumpsterType, isAvailable } = data;
    return (
      <span>
        <Link
          to={`${PATHS.adminInventory}?${new URLSearchParams({ search: dumpsterNumber })}`}
          className="touch inline-flex items-center font-semibold text-brand underline underline-offset-4 hover:text-brand-strong md:min-h-9 pointer-coarse:min-h-11"
        >
          <span className="sr-only">Unit</span> <bdi>{dumpsterNumber}</bdi>
        </Link>
        {data.sizeId !== sizeId && <span className="text-ink-soft"> ({dumpsterType})</span>}
        {!isAvailable && <span className="text-ink-soft"> (not in service)</span>}
      </span>
    );
  }
  if (isCode(error, 'not_found')) return <span>No longer in the inventory</span>;
  if (error) {
    return (
      <span className="flex flex-wrap items-center gap-2">
        <span className="text-danger">The number could not be loaded.</span>
        <RowButton aria-disabled={isFetching} onClick={() => void refetch()}>
          {isFetching ? 'Trying again...' : 'Retry'}
        </RowButton>
      </span>
    );
  }
  return (
    <span role="status" className="inline-block">
      <span className="sr-only">Loading the number...</span>
      <span aria-hidden="true" className="inline-block h-4 w-20 animate-pulse rounded-sm bg-sunk" />
    </span>
  );
}
