import type { CalendarRefusal, DayRefusal } from '#domain/rental/availability.ts';
import { type Day, formatDay } from '#domain/shared/days.ts';
import type { PlaceQuery } from '#web/api/availability.ts';
import { Button } from '#web/kit/ui/Button.tsx';
import { Notice } from '#web/kit/ui/Notice.tsx';
import { NextDateOffer } from './NextDateOffer.tsx';

type DayHintProps = {
  day: Day;
  reason: DayRefusal;
  place: PlaceQuery;
  /** The next day of the month that can be picked. */
  next: Day | null;
  onUse: (day: Day) => void;
};

/** Why a day of the calendar cannot be picked. */
export function DayHint({ day, reason, place, next, onUse }: DayHintProps) {
  return (
    <Notice variant="attention">
      <p>
        {refusalText(day, reason, place)}{' '}
        {next ? (
          <>
            Next free day: <strong>{formatDay(next)}</strong>.
          </>
        ) : (
          'No later day of this month is free.'
        )}
      </p>
      {next && (
        <Button variant="secondary" className="mt-3" onClick={() => onUse(next)}>
          Use {formatDay(next)}
        </Button>
      )}
    </Notice>
  );
}

/** A picked day that the page cleared. `reason`: null for a day that is past, or beyond the horizon. */
export type DroppedDay = { day: Day; reason: CalendarRefusal | null };

type DroppedDayProps = {
  dropped: DroppedDay;
  rentalType: string;
  size: string;
  place: PlaceQuery;
  onMove: (size: string, day: Day) => void;
};

/** Which rule refuses the day that the customer had picked, and the nearest free days. */
export function DroppedDayNotice({ dropped: { day, reason }, size, ...offer }: DroppedDayProps) {
  if (!reason) {
    return (
      <Notice variant="attention">
        {formatDay(day)} can no longer be booked, so we cleared it. Please choose another date.
      </Notice>
    );
  }
  return (
    <Notice variant="attention">
      <p>
        {refusalText(day, reason, offer.place)} We cleared the date; everything else that you entered is kept.
      </p>
      {size && (
        <div className="mt-2">
          <NextDateOffer {...offer} size={size} date={day} isChosenSize />
        </div>
      )}
    </Notice>
  );
}

function refusalText(day: Day, reason: DayRefusal, place: PlaceQuery): string {
  const date = formatDay(day);
  switch (reason) {
    case 'closed':
      return `We do not deliver on ${date}.`;
    case 'full':
      return `Our trucks are fully booked on ${date} or on the day of the pickup.`;
    case 'too_soon':
      return place.placementType
        ? `${date} is too soon for a delivery to a street, which can need a permit.`
        : `It is too late to order a delivery for ${date}.`;
    case 'sold_out':
      return `This size is not free for a rental that begins on ${date}.`;
  }
}
