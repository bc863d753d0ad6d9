import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useEffect, useEffectEvent } from 'react';
import { Link, useNavigate, useParams } from 'react-router';
import type { Booking } from '#contract/staff-bookings.ts';
import { bookingPageQuery } from '#web/api/bookings.ts';
import { site } from '#web/config.ts';
import { momentText } from '#web/kit/dates/moment.ts';
import { LiveNews } from '#web/kit/live/LiveNews.tsx';
import { BackToList } from '#web/kit/table/BackToList.tsx';
import { BookAgainLink } from '#web/kit/table/BookAgainLink.tsx';
import { LoadFailure } from '#web/kit/table/LoadFailure.tsx';
import { type Missing, NotFoundPanel } from '#web/kit/table/NotFoundPanel.tsx';
import { buttonClass } from '#web/kit/ui/Button.tsx';
import { isShortcut } from '#web/kit/ui/browser/key-press.ts';
import { Icon } from '#web/kit/ui/Icon.tsx';
import { customerFullName } from '#web/kit/ui/names.ts';
import { PageHeading } from '#web/kit/ui/page/PageHeading.tsx';
import { PaymentBadge, SiteBadge, StatusBadge } from '#web/kit/ui/StatusBadge.tsx';
import { PATHS, workOrderPath } from '#web/paths.ts';
import { BookingDetail, BookingSkeleton } from './BookingDetail.tsx';

/** A booking number that the server accepts; any other text shows 'not found' without a call. */
const NUMBER = /^[1-9]\d{0,14}$/;

export default function BookingPage() {
  const { id = '' } = useParams();
  if (!NUMBER.test(id)) return <BookingNotFound status={404} />;
  return <LoadedBooking key={id} id={Number(id)} />;
}

function LoadedBooking({ id }: { id: number }) {
  const { data, error, isFetching, refetch } = useQuery(bookingPageQuery(useQueryClient(), id));
  if (!data && error) {
    return <BookingNotFound error={error} isTrying={isFetching} onRetry={() => void refetch()} />;
  }
  return (
    <>
      <BookingHead id={id} booking={data?.value ?? null} />
      <LiveNews bookingId={id} />
      {data && error && (
        <div className="mt-5">
          <LoadFailure
            failed="The booking could not be loaded again. Showing earlier data."
            error={error}
            isFetching={isFetching}
            onRetry={() => void refetch()}
          />
        </div>
      )}
      <div className="mt-5" data-record={`Booking #${id}`}>
        {data ? <BookingDetail read={data} /> : <BookingSkeleton />}
      </div>
    </>
  );
}

/** Number, status and payment of the booking. The number is shown before the rest loads, because it is in the URL. */
function BookingHead({ id, booking }: { id: number; booking: Booking | null }) {
  return (
    <>
      <BackToBookings className="-ml-1 inline-flex min-h-9 items-center gap-1 rounded-md pr-2 font-semibold text-brand text-sm hover:text-brand-strong max-md:min-h-11 pointer-coarse:min-h-11">
        <Icon name="left" className="size-4" />
        Back to Bookings
      </BackToBookings>
      <div className="flex flex-wrap items-start justify-between gap-x-6 gap-y-2">
        <PageHeading title={`Booking #${id}`} name={booking ? customerFullName(booking) : undefined}>
          {booking ? (
            <>
              Created <time dateTime={booking.createdAt}>{momentText(booking.createdAt, site.timeZone)}</time>
            </>
          ) : (
            <span role="status">Loading the booking...</span>
          )}
        </PageHeading>
        {booking && (
          <p className="flex flex-wrap items-center gap-2 pt-1">
            <PrintLink id={id} />
            <BookAgainLink person={booking} className="mr-2" />
            <StatusBadge {...booking} />
            <SiteBadge {...booking} />
            <PaymentBadge status={booking.paymentStatus} />
          </p>
        )}
      </div>
    </>
  );
}

/** Opens the work order; the key P does the same. */
function PrintLink({ id }: { id: number }) {
  const navigate = useNavigate();
  const press = useEffectEvent((event: KeyboardEvent) => {
    if (event.key.toLowerCase() !== 'p' || !isShortcut(event)) return;
    event.preventDefault();
    void navigate(workOrderPath(id));
  });
  useEffect(() => {
    const listener = (event: KeyboardEvent) => press(event);
    window.addEventListener('keydown', listener);
    return () => window.removeEventListener('keydown', listener);
  }, []);
  return (
    <Link to={workOrderPath(id)} aria-keyshortcuts="p" className={buttonClass('secondary')}>
      Print work order
    </Link>
  );
}

function BackToBookings(props: { className: string; children: ReactNode }) {
  return <BackToList to={PATHS.adminBookings} {...props} />;
}

function BookingNotFound(missing: Missing) {
  return (
    <NotFoundPanel
      missing={missing}
      title="Booking Not Found"
      failed="Failed to get booking"
      gone="There is no booking at this address. Perhaps its number was mistyped."
      back={(className) => <BackToBookings className={className}>Back to Bookings</BackToBookings>}
    />
  );
}
