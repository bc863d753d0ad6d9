import { Link } from 'react-router';
import type { UnitLocation } from '#contract/inventory.ts';
import { PLACE_LABELS, placeText } from '#domain/dispatch/places.ts';
import { dayAt, formatDay } from '#domain/shared/days.ts';
import { site } from '#web/config.ts';
import { bookingPath } from '#web/paths.ts';

/** Where a unit is: the name of the place, or a link to the booking with the customer's name. */
export function LocationText({ location }: { location: Omit<UnitLocation, 'since'> }) {
  const { place, bookingId, customer, siteName, truckName } = location;
  if (bookingId === null) {
    return (
      <p className="wrap-anywhere">
        <bdi>{placeText(location)}</bdi>
        {(siteName ?? truckName) !== null && <span className="sr-only"> ({PLACE_LABELS[place]})</span>}
      </p>
    );
  }
  return (
    <p className="wrap-anywhere">
      <Link
        to={bookingPath(bookingId)}
        className="font-semibold text-brand underline underline-offset-4 hover:text-brand-strong"
      >
        Booking #{bookingId}
      </Link>
      {customer && (
        <>
          , <bdi>{customer}</bdi>
        </>
      )}
    </p>
  );
}

/** 'Nov 21, 2026', in the time zone of the business. */
export function sinceText(since: string): string {
  return formatDay(dayAt(Date.parse(since), site.timeZone));
}
