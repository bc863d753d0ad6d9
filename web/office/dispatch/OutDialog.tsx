import { useQuery } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import type { Board, BoardRoute } from '#contract/dispatch.ts';
import type { OutChoice, OutCrew, OutPreview } from '#contract/dispatch-out.ts';
import { ABSENCE_LABELS, ABSENCE_REASONS, type AbsenceReason } from '#domain/dispatch/absences.ts';
import { addDays, clockAt, formatDay } from '#domain/shared/days.ts';
import { findBoardConflict } from '#web/api/dispatch.ts';
import { outPreviewQuery, useTakeOut } from '#web/api/dispatch-out.ts';
import { CheckboxField } from '#web/kit/form/CheckboxField.tsx';
import { failureText } from '#web/kit/form/failure.ts';
import { SelectField } from '#web/kit/form/SelectField.tsx';
import { TextField } from '#web/kit/form/TextField.tsx';
import { LoadFailure } from '#web/kit/table/LoadFailure.tsx';
import { Button } from '#web/kit/ui/Button.tsx';
import { Dialog, DialogButtons, LeaveButton } from '#web/kit/ui/dialog/Dialog.tsx';
import { Notice } from '#web/kit/ui/Notice.tsx';
import { toast } from '#web/kit/ui/toast/toast-store.ts';
import { OutConsequences } from './OutConsequences.tsx';
import { PlanSkeleton } from './PlanDialog.tsx';

type Props = { board: Board; routeId: number; onClose: () => void };

/** Takes a truck or a driver out for the rest of a day. It shows first what becomes of the stops that are left. */
export function OutDialog({ board, routeId, onClose }: Props) {
  // As it was if a colleague removed it: the preview says so.
  const [opened] = useState(() => board.routes.find(({ id }) => id === routeId));
  const route = board.routes.find(({ id }) => id === routeId) ?? opened;
  if (!route) return null;
  return <OutForm board={board} route={route} onClose={onClose} />;
}

type Values = {
  from: string;
  who: OutCrew;
  reason: AbsenceReason;
  note: string;
  rest: OutChoice;
  toDay: string;
  notify: boolean;
};

function OutForm({ board, route, onClose }: { board: Board; route: BoardRoute; onClose: () => void }) {
  const [values, setValues] = useState<Values>(() => ({
    from: startTime(board),
    reason: 'breakdown',
    note: '',
    rest: 'spread',
    who: route.truck ? 'truck' : 'driver',
    toDay: board.nextDay,
    notify: true,
  }));
  const set = (changed: Partial<Values>) => setValues((current) => ({ ...current, ...changed }));
  const { from, who, rest, toDay } = values;
  const at = { routeId: route.id, version: route.version };
  const preview = useQuery({ ...outPreviewQuery({ ...at, from, who, rest, toDay }), enabled: from !== '' });
  const taking = useTakeOut(board.day);
  const [isRenewed, setRenewed] = useState(false);
  const { data, error, isFetching } = preview;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!data || isFetching) return;
    setRenewed(false);
    const body = { from, who, reason: values.reason, note: values.note, rest: restOf(values, data) };
    taking.mutate(
      { id: route.id, version: data.proposal.routes[0]?.input.route?.version ?? route.version, body },
      {
        onSuccess: () => {
          toast({ title: 'Out of Service', text: doneText(route, values, data), variant: 'plain' });
          onClose();
        },
        onError: (failure) => {
          if (!findBoardConflict(failure)?.board) return;
          setRenewed(true);
          void preview.refetch();
        },
      },
    );
  };
  const failure = taking.error && !isRenewed ? taking.error : null;
  return (
    <Dialog
      title={`Out from...: the route of ${route.driver.name}`}
      layout="page"
      onClose={taking.isPending ? null : onClose}
      isDirty={values.note !== ''}
      error={failure && failureText('Nothing was changed.', failure)}
      onSubmit={submit}
      footer={
        <div className="sticky bottom-0 bg-surface px-4 pb-2 sm:px-6">
          <DialogButtons>
            <LeaveButton isLocked={taking.isPending} onClick={onClose}>
              Cancel
            </LeaveButton>
            <Button type="submit" disabled={taking.isPending || isFetching || !data}>
              {taking.isPending ? 'Saving...' : submitText(values, data)}
            </Button>
          </DialogButtons>
        </div>
      }
    >
      <div className="space-y-4 px-4 py-4 sm:px-6">
        <OutFields board={board} route={route} values={values} onChange={set} />
        {isRenewed && (
          <Notice variant="attention" role="alert">
            The plan was changed while you were looking at it. This is what it means for the plan as it is
            now.
          </Notice>
        )}
        {error && !isFetching && (
          <LoadFailure
            failed="What this means could not be computed. Nothing is changed."
            error={error}
            isFetching={isFetching}
            onRetry={() => void preview.refetch()}
          />
        )}
        {isFetching && <PlanSkeleton />}
        {data && !isFetching && <OutConsequences board={board} preview={data} notify={values.notify} />}
      </div>
    </Dialog>
  );
}

type FieldsProps = {
  board: Board;
  route: BoardRoute;
  values: Values;
  onChange: (changed: Partial<Values>) => void;
};

const CREW_OF: Readonly<Partial<Record<AbsenceReason, OutCrew>>> = { breakdown: 'truck', sick: 'driver' };

function OutFields({ board, route, values, onChange }: FieldsProps) {
  const { driver, truck } = route;
  const whoOptions = [
    ...(truck ? [{ value: 'truck', label: truck.name }] : []),
    { value: 'driver', label: driver.name },
    ...(truck ? [{ value: 'both', label: `${truck.name} and ${driver.name}` }] : []),
  ];
  const choose = (reason: AbsenceReason) => {
    const who = CREW_OF[reason] ?? values.who;
    onChange({ reason, who: truck ? who : 'driver' });
  };
  return (
    <div className="space-y-3">
      <div className="grid items-start gap-3 sm:grid-cols-2 lg:grid-cols-4">
        <SelectField
          name="reason"
          label="What happened"
          error={undefined}
          value={values.reason}
          options={ABSENCE_REASONS.map((value) => ({ value, label: ABSENCE_LABELS[value] }))}
          onChange={({ target }) => choose(target.value as AbsenceReason)}
        />
        <SelectField
          name="who"
          label="Out"
          error={undefined}
          value={values.who}
          options={whoOptions}
          onChange={({ target }) => onChange({ who: target.value as OutCrew })}
        />
        <TextField
          name="from"
          label="From"
          type="time"
          required
          error={values.from === '' ? 'Enter a time, such as 10:00 AM' : undefined}
          value={values.from}
          onChange={({ target }) => onChange({ from: target.value })}
        />
        <TextField
          name="note"
          label="Note"
          optional
          maxLength={200}
          error={undefined}
          value={values.note}
          onChange={({ target }) => onChange({ note: target.value })}
        />
      </div>
      <RestFields board={board} values={values} onChange={onChange} />
      <p className="text-ink-soft text-sm">{freeText(board, route, values.who)}</p>
    </div>
  );
}

const REST_LABELS: Readonly<Record<OutChoice, string>> = {
  spread: 'Spread over the other routes',
  carry: 'Carry over to another day',
  open: 'Open again',
};

function RestFields({ board, values, onChange }: Omit<FieldsProps, 'route'>) {
  return (
    <fieldset className="space-y-2">
      <legend className="font-semibold text-sm">The stops that are left</legend>
      <div className="flex flex-wrap gap-x-6">
        {(Object.keys(REST_LABELS) as OutChoice[]).map((rest) => (
          <label key={rest} className="inline-flex min-h-11 cursor-pointer items-center gap-2">
            <input
              type="radio"
              name="rest"
              value={rest}
              checked={values.rest === rest}
              onChange={() => onChange({ rest })}
              className="size-5 accent-brand"
            />
            {REST_LABELS[rest]}
          </label>
        ))}
      </div>
      {values.rest === 'carry' && (
        <div className="max-w-md">
          <TextField
            name="toDay"
            label="To"
            type="date"
            required
            min={addDays(board.day, 1)}
            error={undefined}
            value={values.toDay}
            onChange={({ target }) => target.value && onChange({ toDay: target.value })}
          />
          <CheckboxField
            name="notify"
            id="notify"
            label="E-mail customers about the new day"
            error={undefined}
            checked={values.notify}
            onChange={({ target }) => onChange({ notify: target.checked })}
          />
        </div>
      )}
    </fieldset>
  );
}

/** Who could take the route instead. */
function freeText({ routes, trucks, drivers, absences }: Board, route: BoardRoute, who: OutCrew): string {
  const isOut = (key: 'truckId' | 'driverId', id: number) => absences.some((one) => one[key] === id);
  const freeTrucks = trucks.filter(
    ({ id }) => routes.every(({ truck }) => truck?.id !== id) && !isOut('truckId', id),
  );
  const freeDrivers = drivers.filter(
    ({ id }) => routes.every(({ driver }) => driver.id !== id) && !isOut('driverId', id),
  );
  const free = { truck: freeTrucks, driver: freeDrivers, both: [] }[who];
  const names = free.map(({ name }) => name).join(', ');
  const rest = 'A stop in progress stays with its driver.';
  if (names === '') return rest;
  return `${rest} Free today: ${names}. "Edit route" gives the whole route of ${route.driver.name} to another one.`;
}

/** Now, rounded up to 5 minutes, on the board of today; else the start of the day. */
function startTime({ day, today, now, dayStart, timeZone }: Board): string {
  if (day !== today) return clockAt(Date.parse(dayStart), timeZone);
  const step = 5 * 60_000;
  return clockAt(Math.ceil(Date.parse(now) / step) * step, timeZone);
}

function restOf({ rest, toDay, notify }: Values, { proposal, carried }: OutPreview) {
  if (rest === 'carry') return { type: rest, toDay: carried?.toDay ?? toDay, notify };
  if (rest === 'open') return { type: rest };
  const others = proposal.routes.slice(1);
  return { type: rest, routes: others.flatMap(({ isChanged, input }) => (isChanged ? [input] : [])) };
}

const jobsText = (count: number) => (count === 1 ? '1 job' : `${count} jobs`);

/** 'Take out and spread 3 jobs'. */
function submitText({ rest, toDay }: Values, preview: OutPreview | undefined): string {
  if (!preview || preview.released === 0) return 'Take out of this day';
  const placed = preview.released - preview.proposal.unplaced.length;
  if (rest === 'open' || placed === 0) return `Take out and open ${jobsText(preview.released)}`;
  if (rest === 'spread') return `Take out and spread ${jobsText(placed)}`;
  return `Take out and carry ${jobsText(placed)} to ${formatDay(toDay)}`;
}

function doneText({ driver, truck }: BoardRoute, { who, rest, toDay }: Values, preview: OutPreview): string {
  const names = [who === 'driver' ? null : truck?.name, who === 'truck' ? null : driver.name];
  const open = preview.proposal.unplaced.length;
  const placed = preview.released - open;
  const where = rest === 'carry' ? `moved to ${formatDay(toDay)}` : 'on other routes';
  return [
    `${names.filter(Boolean).join(' and ')} out for the rest of the day.`,
    ...(placed > 0 ? [`${jobsText(placed)} ${where}.`] : []),
    ...(open > 0 ? [`${jobsText(open)} open.`] : []),
  ].join(' ');
}
