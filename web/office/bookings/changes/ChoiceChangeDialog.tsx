import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import type { CatalogNames } from '#contract/catalog-names.ts';
import type { Booking } from '#contract/staff-bookings.ts';
import type { VersionedBooking } from '#web/api/bookings.ts';
import { catalogNamesQuery } from '#web/api/catalog.ts';
import { LoadFailure } from '#web/kit/table/LoadFailure.tsx';
import { ChangeFrame } from './ChangeFrame.tsx';
import type { ChangeRequest } from './use-change.ts';

/** The changes that choose an entry of the catalog. */
export type ChoiceChange = 'resize' | 'rental';

type Option = { id: string; name: string; isActive: boolean };
type Kind = {
  title: string;
  legend: string;
  options: (names: CatalogNames) => Option[];
  current: (booking: Booking) => string;
  request: (id: string) => ChangeRequest;
  prompt: string;
  /** The verb before the name of the choice. */
  action: string;
  doneTitle: string;
  doneText: (booking: Booking) => string;
  failed: string;
};

const KINDS: Readonly<Record<ChoiceChange, Kind>> = {
  resize: {
    title: 'Change size',
    legend: 'Size',
    options: ({ dumpsterSizes }) => dumpsterSizes,
    current: ({ dumpsterType }) => dumpsterType,
    request: (dumpsterType) => ({ type: 'resize', dumpsterType }),
    prompt: 'Choose another size. The days stay.',
    action: 'Change to',
    doneTitle: 'Size Changed',
    doneText: ({ sizeName }) => `The booking is for a ${sizeName} now.`,
    failed: 'Failed to change the size.',
  },
  rental: {
    title: 'Change rental',
    legend: 'Rental period',
    options: ({ rentalOptions }) =>
      rentalOptions.map(({ id, title, isActive }) => ({ id, name: title, isActive })),
    current: ({ rentalType }) => rentalType,
    request: (rentalType) => ({ type: 'rental', rentalType }),
    prompt: 'Choose another rental period. The delivery day stays, and the last day follows.',
    action: 'Change to',
    doneTitle: 'Rental Changed',
    doneText: ({ rentalTitle }) => `The booking is a ${rentalTitle} now.`,
    failed: 'Failed to change the rental.',
  },
};

type Props = { kind: ChoiceChange; read: VersionedBooking; onClose: () => void };

/** Changes the size or the rental period of a booking. */
export function ChoiceChangeDialog({ kind: name, read, onClose }: Props) {
  const kind = KINDS[name];
  const booking = read.value;
  const current = kind.current(booking);
  const names = useQuery(catalogNamesQuery());
  const [chosen, setChosen] = useState(current);
  const choices = useRef<HTMLFieldSetElement>(null);
  const isLoaded = names.data !== undefined;
  useEffect(() => {
    if (isLoaded) choices.current?.querySelector<HTMLElement>(':checked')?.focus();
  }, [isLoaded]);
  const options = names.data
    ? kind.options(names.data).filter(({ id, isActive }) => isActive || id === current)
    : [];
  const chosenName = options.find(({ id }) => id === chosen)?.name;
  return (
    <ChangeFrame
      read={read}
      title={kind.title}
      request={chosen === current ? null : kind.request(chosen)}
      prompt={kind.prompt}
      actionText={chosen === current || !chosenName ? kind.title : `${kind.action} ${chosenName}`}
      failed={kind.failed}
      done={{ title: kind.doneTitle, text: ({ booking: after }) => kind.doneText(after) }}
      keyChoices={0}
      onClose={onClose}
    >
      {names.error && !names.data ? (
        <LoadFailure
          failed="The choices could not be loaded."
          error={names.error}
          isFetching={names.isFetching}
          onRetry={() => void names.refetch()}
        />
      ) : (
        <fieldset ref={choices}>
          <legend className="mb-1.5 font-semibold text-sm">{kind.legend}</legend>
          <div className="divide-y divide-line rounded-md border border-edge">
            {options.map(({ id, name: label }) => (
              <label
                key={id}
                className="touch flex cursor-pointer items-center gap-3 px-3 has-checked:bg-brand-soft"
              >
                <input
                  type="radio"
                  name="choice"
                  value={id}
                  checked={id === chosen}
                  onChange={() => setChosen(id)}
                  className="size-5 shrink-0 accent-brand"
                />
                <span dir="auto" className="wrap-anywhere min-w-0 flex-1 py-2">
                  {label}
                </span>{' '}
                {id === current && <span className="text-ink-soft text-sm">booked now</span>}
              </label>
            ))}
          </div>
        </fieldset>
      )}
    </ChangeFrame>
  );
}
