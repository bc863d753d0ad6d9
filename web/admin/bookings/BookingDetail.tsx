import { useState } from 'react';
import type { Read } from '#web/api/bookings.ts';
import { site } from '#web/config.ts';
import { Icon } from '#web/ui/Icon.tsx';
import { momentText } from '#web/ui/moment.ts';
import { PageHeading } from '#web/ui/PageHeading.tsx';
import { PaymentBadge, StatusBadge } from '#web/ui/StatusBadge.tsx';
import { ActionsCard } from './ActionsCard.tsx';
import { AttentionNotice } from './AttentionNotice.tsx';
import { BackToBookings } from './BackToBookings.tsx';
import { Card } from './Card.tsx';
import { CustomerCard } from './CustomerCard.tsx';
import { DetailColumns } from './DetailColumns.tsx';
import { HistoryCard } from './HistoryCard.tsx';
import { LazyMoveDialog } from './LazyMoveDialog.tsx';
import { RentalCard } from './RentalCard.tsx';

/** A booking, and what staff can do with it. */
export function BookingDetail({ read }: { read: Read }) {
  const booking = read.value;
  const [isMoving, setMoving] = useState(false);
  const move = () => setMoving(true);
  return (
    <>
      <BackToBookings className="-ml-1 inline-flex min-h-9 items-center gap-1 rounded-md pr-2 font-semibold text-brand text-sm hover:text-brand-strong max-md:min-h-11 pointer-coarse:min-h-11">
        <Icon name="left" className="size-4" />
        Back to Bookings
      </BackToBookings>
      <div className="flex flex-wrap items-start justify-between gap-x-6 gap-y-2">
        <PageHeading title={`Booking #${booking.id}`}>
          Created <time dateTime={booking.createdAt}>{momentText(booking.createdAt, site.timeZone)}</time>
        </PageHeading>
        <p className="flex flex-wrap gap-2 pt-1">
          <StatusBadge status={booking.status} />
          <PaymentBadge status={booking.paymentStatus} />
        </p>
      </div>
      <DetailColumns
        about={
          <>
            <AttentionNotice booking={booking} onAssign={move} />
            <RentalCard booking={booking} onMove={move} />
            <CustomerCard booking={booking} />
            {booking.notes && (
              <Card title="Notes">
                <p dir="auto" className="wrap-anywhere whitespace-pre-line">
                  {booking.notes}
                </p>
              </Card>
            )}
          </>
        }
        actions={<ActionsCard read={read} />}
        history={<HistoryCard id={booking.id} />}
      />
      {isMoving && <LazyMoveDialog read={read} onClose={() => setMoving(false)} />}
    </>
  );
}
