import { useQuery } from '@tanstack/react-query';
import { useParams } from 'react-router';
import { bookingQuery } from '#web/api/bookings.ts';
import { LoadFailure } from '#web/table/LoadFailure.tsx';
import { BookingDetail } from './BookingDetail.tsx';
import { BookingHead } from './BookingHead.tsx';
import { BookingNotFound } from './BookingNotFound.tsx';
import { BookingSkeleton } from './BookingSkeleton.tsx';

/** What the server takes for a number of a row; anything else it answers with 404, unasked. */
const NUMBER = /^[1-9]\d{0,14}$/;

export default function BookingPage() {
  const { id = '' } = useParams();
  if (!NUMBER.test(id)) return <BookingNotFound status={404} />;
  return <Booking key={id} id={Number(id)} />;
}

function Booking({ id }: { id: number }) {
  const { data, error, isFetching, refetch } = useQuery(bookingQuery(id));
  if (!data && error) {
    return <BookingNotFound error={error} isTrying={isFetching} onRetry={() => void refetch()} />;
  }
  return (
    <>
      <BookingHead id={id} booking={data?.value ?? null} />
      {data && error && (
        <div className="mt-5">
          <LoadFailure
            failed="The booking could not be loaded again. What you see is from before."
            error={error}
            isFetching={isFetching}
            onRetry={() => void refetch()}
          />
        </div>
      )}
      {data ? <BookingDetail read={data} /> : <BookingSkeleton />}
    </>
  );
}
