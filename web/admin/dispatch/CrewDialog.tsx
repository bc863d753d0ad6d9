import { type FormEvent, useState } from 'react';
import { Link } from 'react-router';
import type { Board, BoardRoute } from '#contract/dispatch.ts';
import { useChangeRoute, useCreateRoute } from '#web/api/dispatch.ts';
import { FormDialog } from '#web/form/dialog/FormDialog.tsx';
import { failureText } from '#web/form/failure.ts';
import { SelectField } from '#web/form/SelectField.tsx';
import { PATHS } from '#web/paths.ts';
import { Notice } from '#web/ui/Notice.tsx';

type Props = { board: Board; route: BoardRoute | null; onClose: () => void };

/** Adds a route of a driver with a truck, or changes both. The first ones without a route are chosen. */
export function CrewDialog({ board, route, onClose }: Props) {
  const others = board.routes.filter(({ id }) => id !== route?.id);
  const drivers = withCurrent(board.drivers, route?.driver).filter(
    ({ id }) => !others.some(({ driver }) => driver.id === id),
  );
  const trucks = withCurrent(board.trucks, route?.truck ?? undefined).filter(
    ({ id }) => !others.some(({ truck }) => truck?.id === id),
  );
  const [driverId, setDriverId] = useState(String(route?.driver.id ?? drivers[0]?.id ?? ''));
  const [truckId, setTruckId] = useState(String(route?.truck?.id ?? trucks[0]?.id ?? ''));
  const creating = useCreateRoute(board.day);
  const changing = useChangeRoute(board.day);
  const { isPending } = route ? changing : creating;
  const error = route ? changing.error : creating.error;
  const submitText = route ? 'Save' : 'Add route';
  const missing = drivers.length === 0 ? 'driver' : 'truck';
  const isPossible = drivers.length > 0 && trucks.length > 0;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!isPossible) return onClose();
    const crew = { driverId: Number(driverId), truckId: Number(truckId) };
    if (route) changing.mutate({ routeId: route.id, changes: crew }, { onSuccess: onClose });
    else creating.mutate(crew, { onSuccess: onClose });
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
            options={drivers.map(({ id, name }) => ({ value: String(id), label: name }))}
            onChange={({ target }) => setDriverId(target.value)}
          />
          <SelectField
            name="truckId"
            label="Truck"
            error={undefined}
            value={truckId}
            options={trucks.map(({ id, name, capacity }) => ({
              value: String(id),
              label: `${name} (${capacity === 1 ? '1 unit' : `${capacity} units`})`,
            }))}
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

function withCurrent<One extends { id: number }>(all: readonly One[], current: One | undefined): One[] {
  return current && !all.some(({ id }) => id === current.id) ? [current, ...all] : [...all];
}
