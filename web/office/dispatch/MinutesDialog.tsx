import { type FormEvent, useState } from 'react';
import { type BoardStop, MAX_MINUTES_AT_STOP } from '#contract/dispatch.ts';
import { FormDialog } from '#web/kit/form/dialog/FormDialog.tsx';
import { TextField } from '#web/kit/form/TextField.tsx';
import { stopTitle } from './words.ts';

type Props = { stop: BoardStop; onSave: (minutes: number) => void; onClose: () => void };

/** Sets how long the driver stays at a stop. */
export function MinutesDialog({ stop, onSave, onClose }: Props) {
  const [typed, setTyped] = useState(String(stop.minutes));
  const [error, setError] = useState<string | undefined>(undefined);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const minutes = Number(typed.trim());
    if (!/^\d{1,3}$/.test(typed.trim()) || minutes > MAX_MINUTES_AT_STOP) {
      return setError(`Enter whole minutes from 0 to ${MAX_MINUTES_AT_STOP}.`);
    }
    if (minutes !== stop.minutes) onSave(minutes);
    onClose();
  };
  return (
    <FormDialog
      title="Minutes at this stop"
      text={<bdi>{stopTitle(stop)}</bdi>}
      submitText="Save"
      pendingText="Saving..."
      isPending={false}
      isDirty={typed !== String(stop.minutes)}
      error={null}
      onSubmit={submit}
      onClose={onClose}
    >
      <TextField
        name="minutes"
        label="Minutes"
        hint="Later stops of the route move with it."
        inputMode="numeric"
        value={typed}
        error={error}
        onChange={({ target }) => setTyped(target.value)}
      />
    </FormDialog>
  );
}
