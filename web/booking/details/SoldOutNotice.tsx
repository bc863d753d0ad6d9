import { type DumpsterType, dumpsterSize, type RentalType } from '#domain/rental.ts';
import { rentalDates } from '#web/rental/words.ts';
import { Notice } from '#web/ui/Notice.tsx';
import { NextDateOffer } from './NextDateOffer.tsx';

type Props = {
  size: DumpsterType;
  rentalType: RentalType;
  date: string;
  onMove: (size: DumpsterType, day: string) => void;
};

/** Says that the chosen size went, and offers its nearest free days. */
export function SoldOutNotice({ size, rentalType, date, onMove }: Props) {
  const days = date ? ` for ${rentalDates(rentalType, date)}` : '';
  return (
    <Notice look="attention">
      <p>
        The <strong>{dumpsterSize(size).name}</strong> is no longer available{days}, so we cleared it. Choose
        another size or another date.
      </p>
      <div className="mt-2">
        <NextDateOffer rentalType={rentalType} size={size} date={date} onMove={onMove} isWanted />
      </div>
    </Notice>
  );
}
