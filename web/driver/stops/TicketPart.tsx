import { useState } from 'react';
import { LARGE_BUTTON } from '#web/driver/DriverFrame.tsx';
import { DriverIcon } from '#web/driver/icons.tsx';
import { TextField } from '#web/kit/form/TextField.tsx';
import { finishingRecordings } from './finish-stop.ts';
import { useFormDraft } from './form-draft.ts';
import { PartForm } from './PartForm.tsx';
import { usePhotoPicker } from './PhotoPicker.tsx';
import type { PartProps } from './StopPage.tsx';
import type { StopState } from './stop-state.ts';
import { changedTicket, readTicket, type TicketErrors, type TicketInput } from './ticket-input.ts';
import { useRecording } from './use-recording.ts';

const FIELDS = {
  number: { label: 'Ticket number', autoCapitalize: 'characters' },
  gross: { label: 'Gross, lb (optional)', inputMode: 'numeric' },
  tare: { label: 'Tare, lb (optional)', inputMode: 'numeric' },
  net: { label: 'Net, lb', inputMode: 'numeric' },
  fee: { label: 'Fee, $', inputMode: 'decimal' },
} as const;
const NAMES = Object.keys(FIELDS) as (keyof TicketInput)[];

/** The ticket of a disposal site, with its photo. */
export function TicketPart({ state, onClose }: PartProps) {
  const [input, setInput, forgetDraft] = useFormDraft(`ticket-${state.stop.id}`, () => inputOf(state));
  const [errors, setErrors] = useState<TicketErrors>({});
  const picker = usePhotoPicker(state);
  const { isBusy, save } = useRecording(state, () => {
    forgetDraft();
    onClose();
  });
  const photos = state.recorded.photos.filter(({ type }) => type === 'ticket').length;
  // Only whether the last item is then recorded counts, so any ticket stands for what is typed.
  const canFinish = finishingRecordings(state, { ticket: ANY_TICKET }) !== null;
  const submit = () => {
    const read = readTicket(input);
    setErrors('errors' in read ? read.errors : {});
    if ('ticket' in read) {
      const { ticket } = read;
      void save(() => [
        { kind: 'action', type: 'ticket', payload: ticket },
        ...(finishingRecordings(state, { ticket }) ?? []),
      ]);
      return;
    }
    const first = NAMES.find((name) => read.errors[name]);
    if (first) document.getElementById(first)?.focus();
  };
  return (
    <PartForm
      button={canFinish ? 'Save and finish the stop' : 'Save the ticket'}
      isBusy={isBusy || picker.isBusy}
      onSubmit={submit}
    >
      {picker.element}
      <button
        type="button"
        disabled={picker.isBusy}
        onClick={() => picker.pick('ticket')}
        className={LARGE_BUTTON}
      >
        <DriverIcon name="camera" />
        {photoWords(picker.isBusy, photos)}
      </button>
      {NAMES.map((name) => (
        <TextField
          key={name}
          name={name}
          {...FIELDS[name]}
          autoComplete="off"
          enterKeyHint={name === 'fee' ? 'done' : 'next'}
          value={input[name]}
          error={errors[name]}
          onChange={({ target }) => {
            const changed = changedTicket(input, { [name]: target.value });
            setInput(changed);
            setErrors(errorsWithout(errors, changed.net === input.net ? [name] : [name, 'net']));
          }}
        />
      ))}
    </PartForm>
  );
}

const ANY_TICKET = { number: '', gross: null, tare: null, net: 1, fee: 0 };

function errorsWithout(errors: TicketErrors, names: readonly (keyof TicketInput)[]): TicketErrors {
  return Object.fromEntries(
    NAMES.filter((name) => !names.includes(name)).map((name) => [name, errors[name]]),
  );
}

function photoWords(isBusy: boolean, photos: number): string {
  if (isBusy) return 'Saving the photo...';
  return photos > 0 ? 'Another photo of the ticket' : 'Photo of the ticket';
}

function inputOf({ recorded: { ticket } }: StopState): TicketInput {
  const text = (value: number | null | undefined) => (value == null ? '' : String(value));
  return {
    number: ticket?.number ?? '',
    gross: text(ticket?.gross),
    tare: text(ticket?.tare),
    net: text(ticket?.net),
    fee: ticket ? (ticket.fee / 100).toFixed(2) : '',
  };
}
