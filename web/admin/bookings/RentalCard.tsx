import type { Booking } from '#contract/staff-bookings.ts';
import { isOver, PAYMENT_STATUS_LABELS } from '#domain/bookings.ts';
import { formatDay } from '#domain/days.ts';
import { formatUsd } from '#domain/money.ts';
import { dumpsterSize, rentalOption } from '#domain/rental.ts';
import { RowButton } from '#web/table/RowButton.tsx';
import { Card, Fact, Facts } from '#web/ui/Card.tsx';
import { HeldDumpster } from './HeldDumpster.tsx';
import { useMayWrite } from './use-may-write.ts';

export function RentalCard({ booking, onMove }: { booking: Booking; onMove: () => void }) {
  const { rentalType, dumpsterType, deliveryDate, endDate, depositAmount, paymentStatus } = booking;
  const { dumpsterId, status } = booking;
  const canMove = useMayWrite() && dumpsterId !== null && !isOver(status);
  return (
    <Card title="Rental Details">
      <Facts areShort>
        <Fact name="Rental type">{rentalOption(rentalType).title}</Fact>
        <Fact name="Dumpster size">{dumpsterSize(dumpsterType).name}</Fact>
        <Fact name="Delivery date">{formatDay(deliveryDate)}</Fact>
        <Fact name="End date">{formatDay(endDate)}</Fact>
        <Fact name="Deposit amount">
          <span className="tabular-nums">{formatUsd(depositAmount)}</span>
        </Fact>
        <Fact name="Payment status">{PAYMENT_STATUS_LABELS[paymentStatus]}</Fact>
        <Fact name="Dumpster">
          <span className="flex flex-wrap items-center gap-x-4 gap-y-2">
            {dumpsterId === null ? 'None' : <HeldDumpster dumpsterId={dumpsterId} size={dumpsterType} />}
            {canMove && <RowButton onClick={onMove}>Move to another dumpster</RowButton>}
          </span>
        </Fact>
      </Facts>
    </Card>
  );
}
