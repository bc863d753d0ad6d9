import { type FormEvent, type KeyboardEvent, useState } from 'react';
import type { Board, BoardRoute } from '#contract/dispatch.ts';
import { FormDialog } from '#web/kit/form/dialog/FormDialog.tsx';
import { SelectField } from '#web/kit/form/SelectField.tsx';
import { clockText } from '#web/kit/ui/route-texts.ts';
import type { Placed, StopPlacement } from './board-changes.ts';
import { type Position, positionsFor, suggestPosition } from './positions.ts';
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
  /** Null until the user chooses one. */
  const [chosen, setChosen] = useState<string | null>(null);
  const route = board.routes.find(({ id }) => String(id) === routeId);
  const positions = route ? positionsFor(board, route, placed) : [];
  const suggested = suggestPosition(positions);
  const position = chosen ?? optionValue(suggested?.index ?? null);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!route) return;
    onPlace({ routeId: route.id, index: position === '' ? null : Number(position), placed });
    onClose();
  };
  return (
    <FormDialog
      title="Choose route and position"
      text={
        <>
          <bdi>{name}</bdi>
          <p className="pointer-coarse:hidden">Press Enter to place, Space to open a list.</p>
        </>
      }
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
        onKeyDown={placeOnEnter}
        onChange={({ target }) => {
          setRouteId(target.value);
          setChosen(null);
        }}
      />
      <SelectField
        name="position"
        label="Position"
        error={undefined}
        value={position}
        hint={hintText(positions, { suggested, position })}
        options={positions.map((one) => ({
          value: optionValue(one.index),
          label: positionText(board, route, { position: one, isOnly: positions.length === 1 }),
        }))}
        onKeyDown={placeOnEnter}
        onChange={({ target }) => setChosen(target.value)}
      />
    </FormDialog>
  );
}

/** Browsers differ in what Enter does on a closed list. Space and the arrows open or change it in all of them. */
function placeOnEnter(event: KeyboardEvent<HTMLSelectElement>): void {
  const list = event.currentTarget;
  if (event.key !== 'Enter' || event.nativeEvent.isComposing || isOpen(list)) return;
  event.preventDefault();
  if (!event.repeat) list.form?.requestSubmit();
}

function isOpen(list: HTMLSelectElement): boolean {
  try {
    return list.matches(':open');
  } catch {
    // Browsers that do not know the selector do not pass the keys of an open list to the page.
    return false;
  }
}

/** Of the option of a position; the end is ''. */
const optionValue = (index: number | null) => (index === null ? '' : String(index));

type LabelOptions = { position: Position; isOnly: boolean };

/** 'Before 2: Delivery for Ada Moss, 9:40 AM (+12 min drive)'. */
function positionText(
  { timeZone }: Board,
  route: BoardRoute | undefined,
  { position: { index, extraMinutes }, isOnly }: LabelOptions,
): string {
  const extra = extraMinutes === null ? '' : ` (+${Math.max(0, extraMinutes)} min drive)`;
  const stop = index === null ? undefined : route?.stops[index];
  if (!stop || index === null) return `${isOnly ? 'The first stop' : 'At the end'}${extra}`;
  const clock = stop.arrival && `, ${clockText(stop.arrival, timeZone)}`;
  return `Before ${index + 1}: ${stopTitle(stop)}${clock}${extra}`;
}

type HintOptions = { suggested: Position | null; position: string };

function hintText(positions: readonly Position[], { suggested, position }: HintOptions): string {
  if (positions.length <= 1) return '';
  if (suggested === null) {
    return positions.every(({ extraMinutes }) => extraMinutes === null)
      ? 'No position is suggested: the address is not on the map.'
      : 'No position is suggested: the truck needs a yard stop first.';
  }
  return position === optionValue(suggested.index)
    ? 'Suggested: the least extra drive. Drives are estimated from straight lines.'
    : `The suggested position adds ${Math.max(0, suggested.extraMinutes ?? 0)} min of driving. Drives are estimated from straight lines.`;
}
