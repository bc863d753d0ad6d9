import { UNIT_DIRECTIONS, type UnitDirection } from '#domain/dispatch/driver-actions.ts';
import { UNIT_ITEMS } from '#domain/dispatch/stop-log.ts';
import { LARGE_BUTTON } from '#web/driver/DriverFrame.tsx';
import { DriverIcon } from '#web/driver/icons.tsx';
import { TextAreaField } from '#web/kit/form/TextField.tsx';
import { useFormDraft } from './form-draft.ts';
import { PartForm } from './PartForm.tsx';
import { usePhotoPicker } from './PhotoPicker.tsx';
import type { PartProps } from './StopPage.tsx';
import { refusedUnit, type StopState } from './stop-state.ts';
import { useRecording } from './use-recording.ts';

/** What is damaged, for the office to take it out of service. The stop goes on. */
export function DamagedPart({ state, onClose }: PartProps) {
  const units = unitsOf(state);
  const [{ direction, note }, setDraft, forgetDraft] = useFormDraft(`damaged-${state.stop.id}`, () => ({
    direction: (units.at(-1)?.direction ?? 'brought') as UnitDirection,
    note: '',
  }));
  const picker = usePhotoPicker(state);
  const { isBusy, save } = useRecording(state, () => {
    forgetDraft();
    onClose();
  });
  const photos = state.recorded.photos.filter(({ type }) => type === 'problem').length;
  const number = (units.find((unit) => unit.direction === direction) ?? units[0])?.number ?? '';
  const payload = { number, ...(note.trim() && { note: note.trim() }) };
  return (
    <PartForm
      button="Report to the office"
      isBusy={isBusy || picker.isBusy}
      onSubmit={() => void save(() => [{ kind: 'action', type: 'damaged', payload }])}
    >
      {units.length === 1 && (
        <p>
          Unit <bdi className="font-semibold">{units[0]?.number}</bdi>
        </p>
      )}
      {units.length > 1 && (
        <fieldset>
          <legend className="mb-2 font-semibold">Which unit?</legend>
          <div className="grid gap-2">
            {units.map((unit) => (
              <label key={unit.direction} className={`${LARGE_BUTTON} justify-start text-left`}>
                <input
                  type="radio"
                  name="direction"
                  className="size-6 shrink-0"
                  defaultChecked={unit.direction === direction}
                  onChange={() => setDraft((draft) => ({ ...draft, direction: unit.direction }))}
                />
                <span>
                  <bdi>{unit.number}</bdi>
                  {unit.direction === 'brought' ? ', which you bring' : ', which you take away'}
                </span>
              </label>
            ))}
          </div>
        </fieldset>
      )}
      {picker.element}
      <button
        type="button"
        disabled={picker.isBusy}
        onClick={() => picker.pick('problem')}
        className={LARGE_BUTTON}
      >
        <DriverIcon name="camera" />
        {picker.isBusy && 'Saving the photo...'}
        {!picker.isBusy && (photos === 0 ? 'Photo of the damage' : `Another photo (${photos} taken)`)}
      </button>
      <TextAreaField
        name="note"
        label="Note"
        hint="What is damaged, and whether the unit can still be used."
        maxLength={1000}
        value={note}
        error={undefined}
        onChange={({ target: { value } }) => setDraft((draft) => ({ ...draft, note: value }))}
      />
    </PartForm>
  );
}

/** The units of a stop, as the driver recorded them, or else as they are planned. */
function unitsOf(state: StopState) {
  const { stop, recorded } = state;
  const numbers = {
    brought: recorded.unit ?? stop.unit?.number,
    collected: recorded.collectedUnit ?? stop.collectedUnit?.number,
  };
  return UNIT_DIRECTIONS.flatMap((direction) => {
    const number = refusedUnit(state, UNIT_ITEMS[direction])?.number ?? numbers[direction];
    return number === undefined ? [] : [{ direction, number }];
  });
}
