import { useQuery } from '@tanstack/react-query';
import { useParams } from 'react-router';
import { bookingQuery } from '#web/api/bookings.ts';
import { Button } from '#web/ui/Button.tsx';
import { Notice } from '#web/ui/Notice.tsx';
import { BookingDetail } from './BookingDetail.tsx';
import { BookingHead } from './BookingHead.tsx';
import { BookingNotFound } from './BookingNotFound.tsx';
import { BookingSkeleton } from './BookingSkeleton.tsx';
import { failureText } from './failure.ts';

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
        <Notice look="danger" role="alert" className="mt-5">
          <p>{failureText('What you see is from before: the booking could not be loaded again.', error)}</p>
          <Button look="secondary" className="mt-2" aria-disabled={isFetching} onClick={() => void refetch()}>
            {isFetching ? 'Trying again...' : 'Retry'}
          </Button>
        </Notice>
      )}
      {data ? <BookingDetail read={data} /> : <BookingSkeleton />}
    </>
  );
}
