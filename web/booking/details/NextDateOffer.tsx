import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { type Day, formatDay, isDay } from '#domain/days.ts';
import { type DumpsterType, dumpsterSize, type RentalType } from '#domain/rental.ts';
import { nextAvailableDateQuery, unavailableDatesQuery } from '#web/api/availability.ts';
import { Button } from '#web/ui/Button.tsx';
import { toast } from '#web/ui/toast-store.ts';
import { guessMonth } from './month.ts';

type Props = {
  rentalType: RentalType;
  size: DumpsterType;
  onMove: (size: DumpsterType, day: Day) => void;
};

type Answer =
  | { at: 'unasked' }
  | { at: 'asking' }
  | { at: 'found'; day: Day }
  | { at: 'failed'; text: string };

/** Finds the next day on which a sold-out size can be had, and moves the rental there. */
export function NextDateOffer({ rentalType, size, onMove }: Props) {
  const client = useQueryClient();
  const [answer, setAnswer] = useState<Answer>({ at: 'unasked' });
  const { name } = dumpsterSize(size);

  const ask = async () => {
    setAnswer({ at: 'asking' });
    try {
      const { nextAvailableDate } = await client.fetchQuery(nextAvailableDateQuery(rentalType, size));
      const day = await dayOf(nextAvailableDate, async () => {
        const month = await client.fetchQuery(unavailableDatesQuery(rentalType, size, guessMonth()));
        return month.today;
      });
      setAnswer(day ? { at: 'found', day } : { at: 'failed', text: 'No availability information found' });
    } catch {
      setAnswer({ at: 'failed', text: 'Error fetching availability information' });
      toast({ title: 'Error', text: 'Could not load availability information', look: 'destructive' });
    }
  };

  if (answer.at === 'found') {
    return (
      <p className="flex flex-wrap items-center gap-x-3 gap-y-2">
        <span>
          Next available {name}: <strong>{formatDay(answer.day)}</strong>
        </span>
        <Button look="secondary" onClick={() => onMove(size, answer.day)}>
          Use {formatDay(answer.day)}
        </Button>
      </p>
    );
  }
  return (
    <p className="flex flex-wrap items-center gap-x-3">
      <Button look="quiet" onClick={ask} disabled={answer.at === 'asking'}>
        {answer.at === 'asking' ? 'Looking for a date...' : `Find the next date for a ${name}`}
      </Button>
      <span role="alert">{answer.at === 'failed' && answer.text}</span>
    </p>
  );
}

/** A day, or text that begins with 'No ' when everything is free from today on (SPEC 3). */
async function dayOf(answer: string | null, askToday: () => Promise<Day>): Promise<Day | null> {
  if (answer === null) return null;
  if (answer.startsWith('No ')) return askToday();
  return isDay(answer) ? answer : null;
}
