import { useQueryClient } from '@tanstack/react-query';
import { type KeyboardEvent, useState } from 'react';
import type { BoardJob } from '#contract/dispatch.ts';
import type { Point } from '#domain/dispatch/travel.ts';
import { boardQuery } from '#web/api/dispatch.ts';
import { useRemovePin, useStorePin } from '#web/api/pins.ts';
import { FormDialog } from '#web/kit/form/dialog/FormDialog.tsx';
import { CONTROL, Field, fieldAria } from '#web/kit/form/Field.tsx';
import { reasonText, toastFailure } from '#web/kit/form/failure.ts';
import { RowButton } from '#web/kit/table/RowButton.tsx';
import { lazyPart } from '#web/kit/ui/lazy-part.tsx';
import { toast } from '#web/kit/ui/toast/toast-store.ts';
import { coordinatesText, findPointNear, movedByKey, parseCoordinates } from './coordinates.ts';
import { canDrawMaps } from './map-style.ts';

const PinMap = lazyPart(async () => (await import('./PinMap.tsx')).PinMap);

type Props = {
  job: BoardJob;
  /** Where a mark was dropped; null to begin at the known point. */
  point: Point | null;
  day: string;
  onClose: () => void;
};

const HINT = 'For example 42.65120, -73.75510. You can paste it from another map.';

/** Where the address of a job is on the map: by dragging, arrow keys, or typing. */
export function PinDialog({ job, point, day, onClose }: Props) {
  const start = point ?? job.mapPoint;
  const board = useQueryClient().getQueryData(boardQuery(day).queryKey);
  const [near] = useState(() => (board ? findPointNear(board, job) : null));
  const [text, setText] = useState(start ? coordinatesText(start) : '');
  const [error, setError] = useState<string | undefined>();
  const placing = useStorePin(day);
  const removing = useRemovePin(day);
  const typed = parseCoordinates(text);
  const isDirty = text !== (job.mapPoint ? coordinatesText(job.mapPoint) : '');
  const move = (next: Point) => {
    setText(coordinatesText(next));
    setError(undefined);
  };
  const press = (event: KeyboardEvent) => {
    const from = typed ?? near;
    const next = from && movedByKey(from, event);
    if (!next) return;
    event.preventDefault();
    event.stopPropagation();
    move(next);
  };
  const submit = (event: { preventDefault(): void }) => {
    event.preventDefault();
    if (placing.isPending) return;
    if (!typed) return setError('Enter latitude and longitude, such as 42.65120, -73.75510');
    placing.mutate(
      { bookingId: job.bookingId, point: typed },
      {
        onSuccess: () => {
          toast({ title: 'Pin Placed', text: `${job.address}: drives use the new place.`, variant: 'plain' });
          onClose();
        },
      },
    );
  };
  const takeBack = () =>
    removing.mutate(
      { bookingId: job.bookingId },
      {
        onSuccess: () => {
          toast({ title: 'Pin Removed', text: 'The address is being looked up again.', variant: 'plain' });
          onClose();
        },
        onError: (failure) => toastFailure('The pin could not be removed.', failure),
      },
    );
  return (
    <FormDialog
      title="Place pin"
      text={<bdi>{[job.address, job.city, job.state, job.zip].join(', ')}</bdi>}
      submitText="Save pin"
      pendingText="Saving..."
      isPending={placing.isPending}
      isDirty={isDirty}
      error={placing.error ? reasonText(placing.error) : null}
      onSubmit={submit}
      onClose={onClose}
    >
      {canDrawMaps() && (
        <div className="mt-4">
          {/* biome-ignore lint/a11y/noStaticElementInteractions: keys of the pin inside, which is reached by Tab */}
          <div onKeyDown={press} className="h-64 overflow-hidden rounded-md border border-line">
            <PinMap point={typed} near={near} onMove={move} />
          </div>
          <p className="mt-2 text-ink-soft text-sm">
            {start === null && 'This address was not found. The pin is not yet in its place. '}
            Click the place, drag the pin, or use its arrow keys: about 10 yards a press, 100 with Shift.
          </p>
        </div>
      )}
      <Field className="mt-4" name="place" label="Latitude and longitude" hint={HINT} error={error}>
        <input
          {...fieldAria('place', error, HINT)}
          name="place"
          value={text}
          autoComplete="off"
          inputMode="text"
          onChange={({ target }) => {
            setText(target.value);
            setError(undefined);
          }}
          className={CONTROL}
        />
      </Field>
      {job.mapPoint?.precision === 'manual' && (
        <RowButton className="mt-3" disabled={removing.isPending} onClick={takeBack}>
          Remove pin
        </RowButton>
      )}
    </FormDialog>
  );
}
