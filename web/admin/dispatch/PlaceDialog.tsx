import { type FormEvent, useState } from 'react';
import type { Board } from '#contract/dispatch.ts';
import { FormDialog } from '#web/form/dialog/FormDialog.tsx';
import { SelectField } from '#web/form/SelectField.tsx';
import { clockText } from '#web/ui/route-texts.ts';
import type { Placed, StopPlacement } from './board-changes.ts';
import { routeOption } from './RouteColumn.tsx';
import { stopTitle } from './words.ts';

type Props = {
  board: Board;
  placed: Placed;
  /** What is placed, in words. */
  name: string;
  onPlace: (placement: StopPlacement) => void;
  onClose: () => void;
};

/** Chooses the route and the position of jobs or a stop: everything that dragging does, by keyboard. */
export function PlaceDialog({ board, placed, name, onPlace, onClose }: Props) {
  const current = board.routes.find(({ stops }) =>
    stops.some(({ id }) => placed.kind === 'stop' && id === placed.stopId),
  );
  const [routeId, setRouteId] = useState(String((current ?? board.routes[0])?.id ?? ''));
  const [position, setPosition] = useState('');
  const route = board.routes.find(({ id }) => String(id) === routeId);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!route) return;
    onPlace({ routeId: route.id, index: position === '' ? null : Number(position), placed });
    onClose();
  };
  const places = (route?.stops ?? []).flatMap((stop, index) =>
    stop.status !== 'pending' || (placed.kind === 'stop' && stop.id === placed.stopId)
      ? []
      : [
          {
            value: String(index),
            label: `Before ${index + 1}: ${stopTitle(stop)}${stop.arrival && `, ${clockText(stop.arrival, board.timeZone)}`}`,
          },
        ],
  );
  return (
    <FormDialog
      title="Choose route and position"
      text={<bdi>{name}</bdi>}
      submitText="Place"
      pendingText="Placing..."
      isPending={false}
      isDirty={false}
      error={board.routes.length === 0 ? 'Add a route first.' : null}
      onSubmit={submit}
      onClose={onClose}
    >
      <SelectField
        name="routeId"
        label="Route"
        error={undefined}
        value={routeId}
        options={board.routes.map(routeOption)}
        onChange={({ target }) => {
          setRouteId(target.value);
          setPosition('');
        }}
      />
      <SelectField
        name="position"
        label="Position"
        error={undefined}
        value={position}
        options={[{ value: '', label: places.length === 0 ? 'The first stop' : 'At the end' }, ...places]}
        onChange={({ target }) => setPosition(target.value)}
      />
    </FormDialog>
  );
}
