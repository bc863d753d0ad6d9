import { useRef, useState } from 'react';
import {
  ATTEMPT_REASON_LABELS,
  ATTEMPT_REASONS,
  type AttemptReason,
} from '#domain/dispatch/driver-actions.ts';
import { LARGE_BUTTON } from '#web/driver/DriverFrame.tsx';
import { DriverIcon } from '#web/driver/icons.tsx';
import { nextPaint } from '#web/driver/next-paint.ts';
import { TextAreaField } from '#web/kit/form/TextField.tsx';
import { useFormDraft } from './form-draft.ts';
import { PartForm } from './PartForm.tsx';
import { usePhotoPicker } from './PhotoPicker.tsx';
import type { PartProps } from './StopPage.tsx';
import { useRecording } from './use-recording.ts';

/** Why a stop could not be made. The office is notified, and plans it again. */
export function UnablePart({ state, onClose }: PartProps) {
  const isBreak = state.stop.type === 'break';
  const [{ reason, note }, setDraft, forgetDraft] = useFormDraft(`unable-${state.stop.id}`, () => ({
    reason: (isBreak ? 'other' : null) as AttemptReason | null,
    note: '',
  }));
  // What is chosen now: the draft follows it.
  const chosen = useRef(reason);
  const [error, setError] = useState<string | null>(null);
  const choose = async (next: AttemptReason) => {
    chosen.current = next;
    // The browser shows the choice. Drawing the form again must not delay that frame.
    await nextPaint();
    setDraft((draft) => ({ ...draft, reason: chosen.current }));
    setError(null);
  };
  const picker = usePhotoPicker(state);
  const { isBusy, save } = useRecording(state, () => {
    forgetDraft();
    onClose();
  });
  const photos = state.recorded.photos.filter(({ type }) => type === 'problem').length;
  const submit = () => {
    if (!chosen.current) {
      setError('Choose a reason');
      document.querySelector<HTMLElement>('input[name=reason]')?.focus();
      return;
    }
    const notes = [isBreak && 'Break skipped', note.trim()].filter(Boolean).join(': ');
    const payload = { reason: chosen.current, ...(notes && { note: notes }) };
    void save(() => [{ kind: 'action', type: 'attempted', payload }]);
  };
  return (
    <PartForm
      button={isBreak ? 'Skip the break' : 'Report to the office'}
      isBusy={isBusy || picker.isBusy}
      onSubmit={submit}
    >
      {isBreak ? (
        <p>The office sees that you did not take this break.</p>
      ) : (
        <Reasons chosen={reason} error={error} onChoose={(next) => void choose(next)} />
      )}
      {picker.element}
      {!isBreak && (
        <button
          type="button"
          disabled={picker.isBusy}
          onClick={() => picker.pick('problem')}
          className={LARGE_BUTTON}
        >
          <DriverIcon name="camera" />
          {picker.isBusy ? 'Saving the photo...' : photoWords(photos)}
        </button>
      )}
      <TextAreaField
        name="note"
        label="Note"
        hint={
          isBreak
            ? 'What the office should know.'
            : 'What the office should know before it plans the stop again.'
        }
        maxLength={1000}
        value={note}
        error={undefined}
        onChange={({ target: { value } }) => setDraft((draft) => ({ ...draft, note: value }))}
      />
    </PartForm>
  );
}

type ReasonsProps = {
  chosen: AttemptReason | null;
  error: string | null;
  onChoose: (reason: AttemptReason) => void;
};

function Reasons({ chosen, error, onChoose }: ReasonsProps) {
  return (
    <fieldset aria-describedby={error ? 'reason-error' : undefined}>
      <legend className="mb-2 font-semibold">Why?</legend>
      {/* Above the reasons: below them the button at the bottom covers it. */}
      {error && (
        <p id="reason-error" role="alert" className="mb-2 font-semibold text-danger">
          {error}
        </p>
      )}
      <div className="grid gap-2">
        {ATTEMPT_REASONS.map((each) => (
          <label
            key={each}
            className={`${LARGE_BUTTON} justify-start text-left has-checked:border-brand has-checked:bg-brand has-checked:text-on-brand has-focus-visible:outline-3 has-focus-visible:outline-brand has-focus-visible:outline-offset-2`}
          >
            <input
              type="radio"
              name="reason"
              value={each}
              defaultChecked={chosen === each}
              onChange={() => {
                onChoose(each);
              }}
              className="size-6 shrink-0"
            />
            {ATTEMPT_REASON_LABELS[each]}
          </label>
        ))}
      </div>
    </fieldset>
  );
}

function photoWords(photos: number): string {
  if (photos === 0) return 'Photo of the problem';
  return `Another photo (${photos} taken)`;
}
