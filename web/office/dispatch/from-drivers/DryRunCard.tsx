import { useQuery } from '@tanstack/react-query';
import { bookingQuery } from '#web/api/bookings.ts';
import { stopRecordQuery } from '#web/api/driver-records.ts';
import { DryRunOffer } from '#web/office/bookings/page/DryRunOffer.tsx';
import { PhotoGrid } from '#web/office/driver-records/PhotoGrid.tsx';

type Props = { stopId: number; bookingId: number | null; mayCharge: boolean };

/** What belongs to a dry run at a stop that the office had removed, or to a damage: photos, and the charge for the trip. */
export function DryRunCard({ stopId, bookingId, mayCharge }: Props) {
  const { data: record } = useQuery(stopRecordQuery(stopId));
  const photos = record?.photos ?? [];
  return (
    <div className="mt-2">
      {photos.length > 0 && <PhotoGrid photos={photos} />}
      {bookingId !== null && mayCharge && <TripCharge bookingId={bookingId} />}
    </div>
  );
}

function TripCharge({ bookingId }: { bookingId: number }) {
  const { data: read } = useQuery(bookingQuery(bookingId));
  return read ? <DryRunOffer read={read} /> : null;
}
