import { useId, useState } from 'react';
import type { ChangeFacts, ChangePreview } from '#contract/booking-changes.ts';
import type { Booking } from '#contract/staff-bookings.ts';
import { type AddedJobType, isAddedJobType } from '#domain/jobs/added-jobs.ts';
import { JOB_LABELS } from '#domain/jobs/jobs.ts';
import type { DayChangeType } from '#domain/rental/changes/change-types.ts';
import { addDays, type Day, daysBetween, monthOf } from '#domain/shared/days.ts';
import type { VersionedBooking } from '#web/api/bookings.ts';
import { DayPicker, DayPickerLegend } from '#web/kit/dates/DayPicker.tsx';
import { todayHere } from '#web/kit/dates/moment.ts';
import { TextField } from '#web/kit/form/TextField.tsx';
import { LoadFailure } from '#web/kit/table/LoadFailure.tsx';
import { readPrice } from '#web/office/bookings/price/read-price.ts';
import { daysText } from '#web/office/bookings/words.ts';
import { AddedJobCharge, AddedJobWindow, ANY_TIME_FREE, type JobChoices } from './AddedJobFields.tsx';
import { ChangeFrame } from './ChangeFrame.tsx';
import type { ChangeRequest, ChangeState } from './use-change.ts';
import { useChangeDays } from './use-change-days.ts';
import { shortDay } from './words.ts';

/** The changes that begin with a day. */
export type DayChange = 'reschedule' | 'lastDay' | 'exchange' | AddedJobType;

type Kind = {
  title: string;
  calendar: string;
  types: readonly DayChangeType[];
  /** The day as it is booked; null without one. */
  currentDay: (booking: Booking) => Day | null;
  request: (
    booking: Booking,
    day: Day,
    typed: { unitAmount: number | null; job: JobChoices },
  ) => ChangeRequest | null;
  prompt: string;
  actionText: (booking: Booking, day: Day | null) => string;
  /** The days of the rental if the day is picked, before the preview says it. */
  rangeOf: (booking: Booking, day: Day) => { from: Day; to: Day };
  amountLabel: string | null;
  /** Whether the amount can be 0. */
  canBeFree?: boolean;
  /** Whether staff choose a charge item for it. */
  hasChargeItem?: boolean;
  doneTitle: string;
  doneText: (facts: Booking, day: Day) => string;
  failed: string;
};

const amountOf = (unitAmount: number | null) => (unitAmount === null ? {} : { unitAmount });

const KINDS: Readonly<Record<DayChange, Kind>> = {
  reschedule: {
    title: 'Move delivery',
    calendar: 'Delivery day',
    types: ['reschedule'],
    currentDay: ({ deliveryDate }) => deliveryDate,
    request: ({ deliveryDate: now }, day) => (day === now ? null : { type: 'reschedule', deliveryDate: day }),
    prompt: 'Choose another delivery day. The rental keeps its length.',
    actionText: (_, day) => (day ? `Move to ${shortDay(day)}` : 'Move'),
    rangeOf: ({ deliveryDate, endDate }, day) => ({
      from: day,
      to: addDays(day, daysBetween(deliveryDate, endDate)),
    }),
    amountLabel: null,
    doneTitle: 'Delivery Moved',
    doneText: (booking) => `The rental is now ${daysText(booking)}.`,
    failed: 'Failed to move the delivery.',
  },
  lastDay: {
    title: 'Change last day',
    calendar: 'Last day',
    types: ['shorten', 'extend'],
    currentDay: ({ endDate }) => endDate,
    request: ({ endDate: now }, day, { unitAmount }) => {
      if (day === now) return null;
      if (day < now) return { type: 'shorten', endDate: day };
      return { type: 'extend', endDate: day, ...amountOf(unitAmount) };
    },
    prompt: 'Choose another last day. A later one extends the rental, an earlier one shortens it.',
    actionText: ({ endDate }, day) => {
      if (!day) return 'Change last day';
      return `${day > endDate ? 'Extend' : 'Shorten'} to ${shortDay(day)}`;
    },
    rangeOf: ({ deliveryDate }, day) => ({ from: deliveryDate, to: day }),
    amountLabel: 'Amount for an extra day',
    doneTitle: 'Last Day Changed',
    doneText: (booking) => `The rental is now ${daysText(booking)}.`,
    failed: 'Failed to change the last day.',
  },
  exchange: {
    title: 'Exchange',
    calendar: 'Day of the exchange',
    types: ['exchange'],
    currentDay: () => null,
    request: (_, day, { unitAmount }) => ({ type: 'exchange', day, ...amountOf(unitAmount) }),
    prompt: 'Choose the day on which the full unit is exchanged for an empty one.',
    actionText: (_, day) => (day ? `Exchange on ${shortDay(day)}` : 'Exchange'),
    rangeOf: ({ deliveryDate, endDate }) => ({ from: deliveryDate, to: endDate }),
    amountLabel: 'Amount for the exchange',
    doneTitle: 'Exchange Added',
    doneText: (_, day) => `The exchange is on ${shortDay(day)}.`,
    failed: 'Failed to add the exchange.',
  },
  dump_and_return: {
    ...addedJob('dump_and_return', {
      prompt: 'Choose the day on which the full unit is emptied and brought back to the same place.',
      actionText: (_, day) => (day ? `Dump and return on ${shortDay(day)}` : 'Dump and return'),
    }),
    request: (_, day, { unitAmount, job: { timeWindow } }) => ({
      type: 'dump_and_return',
      day,
      timeWindow,
      ...amountOf(unitAmount),
    }),
    amountLabel: 'Amount for the dump and return',
    canBeFree: true,
  },
  relocate_on_site: {
    ...addedJob('relocate_on_site', {
      prompt: 'Choose the day on which the unit is moved to another place on the site.',
      actionText: (_, day) => (day ? `Relocate on ${shortDay(day)}` : 'Relocate on site'),
    }),
    request: (_, day, { job: { timeWindow, itemId } }) => ({
      type: 'relocate_on_site',
      day,
      timeWindow,
      ...(itemId !== '' && { itemId }),
    }),
    hasChargeItem: true,
  },
};

/** A job while the unit is on site. */
function addedJob(type: AddedJobType, words: Pick<Kind, 'prompt' | 'actionText'>): Omit<Kind, 'request'> {
  const name = JOB_LABELS[type];
  return {
    ...words,
    title: name,
    calendar: `Day of the ${name.toLowerCase()}`,
    types: [type],
    currentDay: () => null,
    rangeOf: ({ deliveryDate, endDate }) => ({ from: deliveryDate, to: endDate }),
    amountLabel: null,
    doneTitle: `${name} Added`,
    doneText: (_, day) => `It is planned for ${shortDay(day)}.`,
    failed: `Failed to add the ${name.toLowerCase()}.`,
  };
}

type Props = {
  kind: DayChange;
  read: VersionedBooking;
  /** A day that was already chosen elsewhere, for example by moving the booking on a calendar. */
  firstDay?: Day | undefined;
  onClose: () => void;
};

/** Moves the delivery or the last day of a booking, or adds an exchange or another truck job. */
export function DayChangeDialog({ kind: name, read, firstDay, onClose }: Props) {
  const kind = KINDS[name];
  const booking = read.value;
  const [picked, setPicked] = useState<Day | null>(firstDay ?? null);
  const [typedAmount, setTypedAmount] = useState('');
  const [keyChoices, setKeyChoices] = useState(0);
  const [job, setJob] = useState(ANY_TIME_FREE);
  const amount = typedAmount === '' ? null : readPrice(typedAmount);
  const typed = { unitAmount: amount?.cents ?? null, job };
  const request = picked ? kind.request(booking, picked, typed) : null;
  return (
    <ChangeFrame
      read={read}
      title={kind.title}
      request={request}
      prompt={kind.prompt}
      actionText={kind.actionText(booking, request ? picked : null)}
      failed={kind.failed}
      done={{ title: kind.doneTitle, text: (result) => kind.doneText(result.booking, picked ?? '') }}
      onDay={setPicked}
      keyChoices={keyChoices}
      isDirty={typedAmount !== '' || job !== ANY_TIME_FREE}
      onClose={onClose}
    >
      {(change) => (
        <>
          <ChangeCalendar
            kind={kind}
            booking={booking}
            change={change}
            picked={picked}
            onPick={(day, isByKey) => {
              setPicked(day);
              if (isByKey) setKeyChoices((count) => count + 1);
            }}
          />
          {isAddedJobType(name) && <AddedJobWindow choices={job} onChange={setJob} />}
          {kind.hasChargeItem && <AddedJobCharge read={read} choices={job} onChange={setJob} />}
          {kind.amountLabel && (typedAmount !== '' || isAmountNeeded(change.preview)) && (
            <TextField
              name="unitAmount"
              className="mt-4"
              label={kind.amountLabel}
              hint={`In dollars${kind.canBeFree ? ', 0 for no charge' : ''}. The price list of this booking has no price for it.`}
              inputMode="decimal"
              autoComplete="off"
              error={amount?.inputError}
              value={typedAmount}
              onChange={({ target }) => setTypedAmount(target.value)}
            />
          )}
        </>
      )}
    </ChangeFrame>
  );
}

function isAmountNeeded(preview: ChangePreview | undefined): boolean {
  return preview?.reasons.some(({ code }) => code === 'amount_needed') ?? false;
}

type CalendarProps = {
  kind: Kind;
  booking: Booking;
  change: ChangeState;
  picked: Day | null;
  onPick: (day: Day, isByKey: boolean) => void;
};

/** How far ahead the calendar goes; the server refuses days beyond the business's horizon. */
const DAYS_AHEAD = 730;

function ChangeCalendar({ kind, booking, change, picked, onPick }: CalendarProps) {
  const hintId = useId();
  const current = kind.currentDay(booking);
  const start = picked ?? current ?? booking.deliveryDate;
  // A rental that began earlier is shown from this month on.
  const [month, setMonth] = useState(() => [monthOf(start), monthOf(todayHere())].toSorted().at(-1) ?? '');
  // An offer can pick a day of another month.
  const [followed, setFollowed] = useState(picked);
  if (picked !== followed) {
    setFollowed(picked);
    if (picked) setMonth(monthOf(picked));
  }
  const days = useChangeDays(booking.id, kind.types, { month, pivot: booking.endDate });
  const today = days.today ?? todayHere();
  const range = picked ? kind.rangeOf(booking, picked) : null;
  if (days.error) {
    return (
      <LoadFailure
        failed="The calendar could not be loaded."
        error={days.error}
        isFetching={days.isLoading}
        onRetry={days.reload}
      />
    );
  }
  return (
    <>
      <DayPicker
        label={kind.calendar}
        today={today}
        firstDay={today}
        lastDay={addDays(today, DAYS_AHEAD)}
        month={month}
        onMonth={setMonth}
        marks={days.marks}
        isLoading={days.isLoading}
        picked={picked}
        current={current}
        range={rangeOf(change.preview?.after) ?? range}
        describedBy={hintId}
        onPick={onPick}
      />
      <p id={hintId} className="sr-only">
        Arrow keys move by a day or a week, Page Up and Page Down by a month. Enter chooses the day and shows
        what changes.
      </p>
      <DayPickerLegend marks={days.marks} hasCurrent={current !== null} />
    </>
  );
}

function rangeOf(after: ChangeFacts | undefined): { from: Day; to: Day } | null {
  return after ? { from: after.deliveryDate, to: after.endDate } : null;
}
