import { type Day, formatDay } from '#domain/days.ts';
import { type RentalType, rentalEnd, rentalOption } from '#domain/rental.ts';

/** What the chosen day means, and how to read the calendar. */
export function ChosenDates({ rentalType, date }: { rentalType: RentalType; date: Day | '' }) {
  const { title, days } = rentalOption(rentalType);
  return (
    <div className="space-y-4">
      <div aria-live="polite" className="border-brand border-l-4 pl-4">
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
      <ul className="flex flex-wrap gap-x-4 gap-y-1 text-ink-soft text-sm md:flex-col">
        <li>
          <span className="font-semibold text-ink">12</span> can be picked
        </li>
        <li>
          <span className="line-through">12</span> sold out
        </li>
      </ul>
    </div>
  );
}
