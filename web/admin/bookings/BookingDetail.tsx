import { useState } from 'react';
import type { Read } from '#web/api/bookings.ts';
import { Card } from '#web/ui/Card.tsx';
import { ActionsCard } from './ActionsCard.tsx';
import { AttentionNotice } from './AttentionNotice.tsx';
import { CustomerCard } from './CustomerCard.tsx';
import { DetailColumns } from './DetailColumns.tsx';
import { FeesCard } from './FeesCard.tsx';
import { HistoryCard } from './HistoryCard.tsx';
import { LazyMoveDialog } from './LazyMoveDialog.tsx';
import { RentalCard } from './RentalCard.tsx';

/** A booking, what staff can do with it, and what they did. */
export function BookingDetail({ read }: { read: Read }) {
  const booking = read.value;
  const [isMoving, setMoving] = useState(false);
  const move = () => setMoving(true);
  return (
    <>
      <DetailColumns
        about={
          <>
            <AttentionNotice read={read} onAssign={move} />
            <RentalCard booking={booking} onMove={move} />
            <CustomerCard booking={booking} />
            {booking.notes && (
              <Card title="Notes">
                <p dir="auto" className="wrap-anywhere max-w-prose whitespace-pre-line">
                  {booking.notes}
                </p>
              </Card>
            )}
          </>
        }
        actions={<ActionsCard read={read} />}
        more={
          <>
            <FeesCard read={read} />
            <HistoryCard id={booking.id} />
          </>
        }
      />
      {isMoving && <LazyMoveDialog read={read} onClose={() => setMoving(false)} />}
    </>
  );
}
