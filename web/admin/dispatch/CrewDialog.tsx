import { type FormEvent, useState } from 'react';
import { Link } from 'react-router';
import type { Board, BoardRoute } from '#contract/dispatch.ts';
import { useChangeRoute, useCreateRoute, useSwapCrew } from '#web/api/dispatch.ts';
import { FormDialog } from '#web/form/dialog/FormDialog.tsx';
import { failureText } from '#web/form/failure.ts';
import { SelectField } from '#web/form/SelectField.tsx';
import { PATHS } from '#web/paths.ts';
import { Notice } from '#web/ui/Notice.tsx';

type Props = { board: Board; route: BoardRoute | null; onClose: () => void };

/** Adds a route of a driver with a truck, or changes both: those of another route are swapped with it. */
export function CrewDialog({ board, route, onClose }: Props) {
  const { drivers, trucks } = choicesOf(board, route);
  const [driverId, setDriverId] = useState(String(route?.driver.id ?? drivers[0]?.id ?? ''));
  const [truckId, setTruckId] = useState(String(route?.truck?.id ?? trucks[0]?.id ?? ''));
  const { save, isPending, error } = useCrew(board, route, onClose);
  const submitText = route ? 'Save' : 'Add route';
  const missing = drivers.length === 0 ? 'driver' : 'truck';
  const isPossible = drivers.length > 0 && trucks.length > 0;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (isPossible) save({ driverId: Number(driverId), truckId: Number(truckId) });
    else onClose();
  };
  return (
    <FormDialog
      title={route ? 'Change driver or truck' : 'Add a route'}
      submitText={isPossible ? submitText : 'Close'}
      pendingText="Saving..."
      isPending={isPending}
      isDirty={false}
      error={error && failureText('The route could not be saved.', error)}
      onSubmit={submit}
      onClose={onClose}
    >
      {isPossible ? (
        <>
          <SelectField
            name="driverId"
            label="Driver"
            error={undefined}
            value={driverId}
            options={drivers.map(({ id, label }) => ({ value: String(id), label }))}
            onChange={({ target }) => setDriverId(target.value)}
          />
          <SelectField
            name="truckId"
            label="Truck"
            error={undefined}
            value={truckId}
            options={trucks.map(({ id, label }) => ({ value: String(id), label }))}
            onChange={({ target }) => setTruckId(target.value)}
          />
        </>
      ) : (
        <Notice variant="quiet">
          {missing === 'driver'
            ? 'Every active driver has a route on this day. '
            : 'Every truck in service has a route on this day. '}
          <Link
            to={missing === 'driver' ? PATHS.adminUsers : PATHS.adminSettings}
            className="font-semibold text-brand hover:underline"
          >
            {missing === 'driver' ? 'Add a driver' : 'Open the settings'}
          </Link>
        </Notice>
      )}
    </FormDialog>
  );
}

type Crew = { driverId: number; truckId: number };

/** Adds the route, or swaps what another route has and changes the rest. */
function useCrew(board: Board, route: BoardRoute | null, onDone: () => void) {
  const creating = useCreateRoute(board.day);
  const changing = useChangeRoute(board.day);
  const swapping = useSwapCrew(board.day);
  const change = async ({ id, driver, truck }: BoardRoute, { driverId, truckId }: Crew) => {
    const others = board.routes.filter((one) => one.id !== id);
    const ofDriver = others.find((one) => one.driver.id === driverId);
    const ofTruck = others.find((one) => one.truck?.id === truckId);
    if (ofDriver) await swapping.mutateAsync({ routeId: id, otherId: ofDriver.id, what: 'driver' });
    if (ofTruck) await swapping.mutateAsync({ routeId: id, otherId: ofTruck.id, what: 'truck' });
    const changes = {
      ...(!ofDriver && driverId !== driver.id && { driverId }),
      ...(!ofTruck && truckId !== truck?.id && { truckId }),
    };
    if (Object.keys(changes).length > 0) await changing.mutateAsync({ routeId: id, changes });
  };
  return {
    isPending: creating.isPending || changing.isPending || swapping.isPending,
    error: creating.error ?? swapping.error ?? changing.error,
    /** A failure is shown as `error`. */
    save: (crew: Crew) => {
      const saving = route ? change(route, crew) : creating.mutateAsync(crew);
      saving.then(onDone, () => undefined);
    },
  };
}

type Choice = { id: number; label: string };

/** For a new route those without one; for a route also those of the others, with whom it swaps. */
function choicesOf(board: Board, route: BoardRoute | null): { drivers: Choice[]; trucks: Choice[] } {
  const others = board.routes.filter(({ id }) => id !== route?.id);
  const choices = <One extends { id: number }>(
    all: readonly One[],
    { labelOf, ownerOf }: { labelOf: (one: One) => string; ownerOf: (id: number) => string | undefined },
  ): Choice[] =>
    all.flatMap((one) => {
      const owner = ownerOf(one.id);
      if (owner === undefined) return [{ id: one.id, label: labelOf(one) }];
      return route ? [{ id: one.id, label: `${labelOf(one)}: swap with the route of ${owner}` }] : [];
    });
  return {
    drivers: choices(withCurrent(board.drivers, route?.driver), {
      labelOf: ({ name }) => name,
      ownerOf: (id) => others.find(({ driver }) => driver.id === id)?.driver.name,
    }),
    trucks: choices(withCurrent(board.trucks, route?.truck ?? undefined), {
      labelOf: ({ name, capacity }) => `${name} (${capacity === 1 ? '1 unit' : `${capacity} units`})`,
      ownerOf: (id) => others.find(({ truck }) => truck?.id === id)?.driver.name,
    }),
  };
}

function withCurrent<One extends { id: number }>(all: readonly One[], current: One | undefined): One[] {
  return current && !all.some(({ id }) => id === current.id) ? [current, ...all] : [...all];
}
