import { type Day, formatDay } from '#domain/days.ts';
import { type RentalType, rentalEnd, rentalOption } from '#domain/rental.ts';

/** What the chosen day means. */
export function ChosenDates({ rentalType, date }: { rentalType: RentalType; date: Day | '' }) {
  const { title, days } = rentalOption(rentalType);
  return (
    <div aria-live="polite" className="self-start border-brand border-l-4 pl-4">
      {date ? (
        <>
          <p className="text-ink-soft text-sm">{days === 1 ? 'Delivery and pickup' : `Your ${title}`}</p>
          <p className="font-semibold text-lg">{formatDay(date)}</p>
          {days > 1 && <p className="font-semibold text-lg">to {formatDay(rentalEnd(rentalType, date))}</p>}
        </>
      ) : (
        <p>{days === 1 ? 'Pick the day.' : 'Pick the day of delivery.'}</p>
      )}
    </div>
  );
}
