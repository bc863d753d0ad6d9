import { type FormEvent, useState } from 'react';
import { Link } from 'react-router';
import type { Board, BoardRoute } from '#contract/dispatch.ts';
import { formatTimeOfDay } from '#domain/jobs/time-windows.ts';
import { useChangeRoute, useCreateRoute, useSwapCrew } from '#web/api/dispatch.ts';
import { FormDialog } from '#web/kit/form/dialog/FormDialog.tsx';
import { failureText } from '#web/kit/form/failure.ts';
import { SelectField } from '#web/kit/form/SelectField.tsx';
import { TextAreaField } from '#web/kit/form/TextField.tsx';
import { CloseFooter } from '#web/kit/ui/dialog/CloseFooter.tsx';
import { Dialog } from '#web/kit/ui/dialog/Dialog.tsx';
import { DISPATCH_PATHS, PATHS } from '#web/paths.ts';
import type { ChosenJobs } from './BoardDialogs.tsx';
import type { StopPlacement } from './board-changes.ts';
import { canHaveRoutes, MissingParts } from './MissingParts.tsx';

type Props = {
  board: Board;
  route: BoardRoute | null;
  /** What a new route is added for: its first stops. */
  jobs?: ChosenJobs | undefined;
  onPlace: (placement: StopPlacement) => void;
  onClose: () => void;
};

/** Adds a route of a driver with a truck, or changes a route: a driver or truck of another route is swapped with it. */
export function CrewDialog({ board, route, jobs, onPlace, onClose }: Props) {
  const { drivers, trucks } = choicesOf(board, route);
  const [values, setValues] = useState<RouteValues>(() => ({
    driverId: String(route?.driver.id ?? firstWorking(drivers)),
    truckId: String(route?.truck?.id ?? firstWorking(trucks)),
    startSiteId: String(route?.start?.id ?? ''),
    endSiteId: String(route?.end?.id ?? ''),
    notes: route?.notes ?? '',
  }));
  const set = (changed: Partial<RouteValues>) => setValues((current) => ({ ...current, ...changed }));
  const { save, isPending, error } = useCrew(board, route, (addedId) => {
    onClose();
    if (jobs && addedId !== null) {
      onPlace({ routeId: addedId, index: null, placed: { kind: 'jobs', jobIds: jobs.jobIds } });
    }
  });
  if (drivers.length === 0 || trucks.length === 0) {
    return (
      <NoCrewDialog board={board} missing={drivers.length === 0 ? 'driver' : 'truck'} onClose={onClose} />
    );
  }
  const submit = (event: FormEvent) => {
    event.preventDefault();
    save(values);
  };
  return (
    <FormDialog
      title={route ? 'Edit route' : 'Add a route'}
      text={
        jobs && (
          <>
            This day has no route yet. The new route gets <bdi>{jobs.name}</bdi>.
          </>
        )
      }
      submitText={route ? 'Save' : 'Add route'}
      pendingText="Saving..."
      isPending={isPending}
      isDirty={values.notes !== (route?.notes ?? '')}
      error={error && failureText('The route could not be saved.', error)}
      onSubmit={submit}
      onClose={onClose}
    >
      <SelectField
        name="driverId"
        label="Driver"
        error={undefined}
        value={values.driverId}
        options={drivers.map(({ id, label }) => ({ value: String(id), label }))}
        onChange={({ target }) => set({ driverId: target.value })}
      />
      <SelectField
        name="truckId"
        label="Truck"
        error={undefined}
        value={values.truckId}
        options={trucks.map(({ id, label }) => ({ value: String(id), label }))}
        onChange={({ target }) => set({ truckId: target.value })}
      />
      {route && <RouteDetailFields board={board} route={route} values={values} onChange={set} />}
    </FormDialog>
  );
}

type NoCrewProps = { board: Board; missing: 'driver' | 'truck'; onClose: () => void };

/** Shown in place of the form if no driver or no truck is free. */
function NoCrewDialog({ board, missing, onClose }: NoCrewProps) {
  return (
    <Dialog title="Add a route" layout="wide" onClose={onClose} footer={<CloseFooter onClose={onClose} />}>
      <div className="mt-4 text-ink-soft text-sm">
        {canHaveRoutes(board) ? (
          <p>
            {missing === 'driver'
              ? 'Every active driver has a route on this day.'
              : 'Every truck in service has a route on this day.'}{' '}
            <Link
              to={missing === 'driver' ? PATHS.adminUsers : DISPATCH_PATHS.trucks}
              className="font-semibold text-brand hover:underline"
            >
              {missing === 'driver' ? 'Open the list of users' : 'Open the list of trucks'}
            </Link>
          </p>
        ) : (
          <MissingParts board={board} />
        )}
      </div>
    </Dialog>
  );
}

type DetailProps = {
  board: Board;
  /** As it was when the dialog opened. */
  route: BoardRoute;
  values: RouteValues;
  onChange: (changed: Partial<RouteValues>) => void;
};

/** The yards of a route, and its notes for the driver. */
function RouteDetailFields({ board, route, values, onChange }: DetailProps) {
  const yardOptions = (current: BoardRoute['start']) =>
    withCurrent<{ id: number; name: string }>(
      board.sites.filter(({ kind }) => kind === 'yard'),
      current ?? undefined,
    ).map(({ id, name }) => ({ value: String(id), label: name }));
  const hasYard = board.sites.some(({ kind }) => kind === 'yard');
  const notesNow = board.routes.find(({ id }) => id === route.id)?.notes ?? '';
  const isChangedByOther = notesNow !== (route.notes ?? '') && notesNow !== values.notes;
  return (
    <>
      {hasYard && (
        <>
          <SelectField
            name="startSiteId"
            label="Starts at"
            error={undefined}
            value={values.startSiteId}
            options={yardOptions(route.start)}
            onChange={({ target }) => onChange({ startSiteId: target.value })}
          />
          <SelectField
            name="endSiteId"
            label="Ends at"
            error={undefined}
            value={values.endSiteId}
            options={yardOptions(route.end)}
            onChange={({ target }) => onChange({ endSiteId: target.value })}
          />
        </>
      )}
      <TextAreaField
        name="notes"
        label="Notes for the driver"
        hint={
          isChangedByOther
            ? `A colleague changed the notes to: ${notesNow || 'none'}. What you enter here replaces them.`
            : 'The driver reads them above the stops. At most 500 characters.'
        }
        error={undefined}
        maxLength={500}
        value={values.notes}
        onChange={({ target }) => onChange({ notes: target.value })}
      />
    </>
  );
}

type RouteValues = {
  driverId: string;
  truckId: string;
  startSiteId: string;
  endSiteId: string;
  notes: string;
};

/** Adds the route, or swaps what another route has and changes the rest. `onDone` gets the id of an added route. */
function useCrew(board: Board, route: BoardRoute | null, onDone: (addedId: number | null) => void) {
  const creating = useCreateRoute(board.day);
  const changing = useChangeRoute(board.day);
  const swapping = useSwapCrew(board.day);
  const change = async (opened: BoardRoute, values: RouteValues) => {
    const routeId = opened.id;
    const [driverId, truckId] = [Number(values.driverId), Number(values.truckId)];
    const others = board.routes.filter(({ id }) => id !== routeId);
    const ofDriver = others.find((one) => one.driver.id === driverId);
    const ofTruck = others.find((one) => one.truck?.id === truckId);
    if (ofDriver) await swapping.mutateAsync({ routeId, otherId: ofDriver.id, what: 'driver' });
    if (ofTruck) await swapping.mutateAsync({ routeId, otherId: ofTruck.id, what: 'truck' });
    const changes = {
      ...(!ofDriver && driverId !== opened.driver.id && { driverId }),
      ...(!ofTruck && truckId !== opened.truck?.id && { truckId }),
      ...detailChanges(opened, values),
    };
    if (Object.keys(changes).length > 0) await changing.mutateAsync({ routeId, changes });
  };
  return {
    isPending: creating.isPending || changing.isPending || swapping.isPending,
    error: creating.error ?? swapping.error ?? changing.error,
    /** A failure is shown as `error`. */
    save: (values: RouteValues) => {
      const crew = { driverId: Number(values.driverId), truckId: Number(values.truckId) };
      const saving = route
        ? change(route, values).then(() => null)
        : creating.mutateAsync(crew).then(({ id }) => id);
      saving.then(onDone, () => undefined);
    },
  };
}

/** The yards and notes that differ from the route as it was when the dialog opened. */
function detailChanges({ start, end, notes }: BoardRoute, values: RouteValues) {
  const [startSiteId, endSiteId] = [Number(values.startSiteId), Number(values.endSiteId)];
  return {
    ...(startSiteId !== (start?.id ?? 0) && { startSiteId }),
    ...(endSiteId !== (end?.id ?? 0) && { endSiteId }),
    ...(values.notes !== (notes ?? '') && { notes: values.notes }),
  };
}

type Choice = { id: number; label: string; isOut: boolean };

type ChoiceTexts<One> = {
  key: 'driverId' | 'truckId';
  labelOf: (one: One) => string;
  /** The driver of the other route that has it. */
  ownerOf: (id: number) => string | undefined;
};

/** The first that is not out on the day, else the first. */
const firstWorking = (choices: readonly Choice[]) =>
  (choices.find(({ isOut }) => !isOut) ?? choices[0])?.id ?? '';

/**
 * For a new route those without one; for a route also those of the others, with whom it swaps. Who is out on the day
 * can be chosen, and is marked.
 */
function choicesOf(board: Board, route: BoardRoute | null): { drivers: Choice[]; trucks: Choice[] } {
  const others = board.routes.filter(({ id }) => id !== route?.id);
  const choices = <One extends { id: number }>(
    all: readonly One[],
    { key, labelOf, ownerOf }: ChoiceTexts<One>,
  ): Choice[] =>
    all.flatMap((one) => {
      const owner = ownerOf(one.id);
      if (owner !== undefined && !route) return [];
      const absence = board.absences.find((each) => each[key] === one.id);
      const out = absence ? `, out from ${formatTimeOfDay(absence.fromTime)}` : '';
      const swap = owner === undefined ? '' : `: swap with the route of ${owner}`;
      return [{ id: one.id, label: `${labelOf(one)}${out}${swap}`, isOut: absence !== undefined }];
    });
  return {
    drivers: choices(withCurrent(board.drivers, route?.driver), {
      key: 'driverId',
      labelOf: ({ name }) => name,
      ownerOf: (id) => others.find(({ driver }) => driver.id === id)?.driver.name,
    }),
    trucks: choices(withCurrent(board.trucks, route?.truck ?? undefined), {
      key: 'truckId',
      labelOf: ({ name, capacity }) => `${name} (${capacity === 1 ? '1 unit' : `${capacity} units`})`,
      ownerOf: (id) => others.find(({ truck }) => truck?.id === id)?.driver.name,
    }),
  };
}

function withCurrent<One extends { id: number }>(all: readonly One[], current: One | undefined): One[] {
  return current && !all.some(({ id }) => id === current.id) ? [current, ...all] : [...all];
}
