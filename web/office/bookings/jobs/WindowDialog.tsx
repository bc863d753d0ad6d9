import { type FormEvent, useState } from 'react';
import type { Job } from '#contract/jobs.ts';
import { JOB_LABELS } from '#domain/jobs/jobs.ts';
import { isLongEnough, MIN_WINDOW_MINUTES, spanOfWindow, windowName } from '#domain/jobs/time-windows.ts';
import { formatDay } from '#domain/shared/days.ts';
import { errorText } from '#web/api/call.ts';
import { useSetJobWindow } from '#web/api/jobs.ts';
import { site } from '#web/config.ts';
import { spanText } from '#web/kit/dates/moment.ts';
import { FormDialog } from '#web/kit/form/dialog/FormDialog.tsx';
import { SelectField } from '#web/kit/form/SelectField.tsx';
import { TextField } from '#web/kit/form/TextField.tsx';
import { parseStale } from '#web/kit/form/versioned/stale.ts';
import { useEdit } from '#web/kit/form/versioned/use-edit.ts';
import { customerFullName } from '#web/kit/ui/names.ts';
import { toast } from '#web/kit/ui/toast/toast-store.ts';
import { HALF_DAY_OPTIONS } from './window-options.ts';

const TIMES = 'times';
const OPTIONS = [...HALF_DAY_OPTIONS, { value: TIMES, label: 'Between two times' }];

type WindowErrors = { from?: string; to?: string };

/** Sets the time of day of a job. `job` is the newest one: after a colleague's change it is shown, and the input stays. */
export function WindowDialog({ job, onClose }: { job: Job; onClose: () => void }) {
  const saving = useSetJobWindow();
  const edit = useEdit<Job, string, unknown>({
    latest: { value: job, etag: `"${job.version}"` },
    mayFollow: ({ isConflict }) => isConflict,
    save: (window, { value }) => saving.mutateAsync({ ...value, window }),
  });
  const [first] = useState(job.timeWindow);
  const span = spanOfWindow(first);
  const [choice, setChoice] = useState(span ? TIMES : first);
  const [from, setFrom] = useState(span?.from ?? '');
  const [to, setTo] = useState(span?.to ?? '');
  const [errors, setErrors] = useState<WindowErrors>({});
  const window = choice === TIMES ? `${from}-${to}` : choice;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const found = choice === TIMES ? errorsOf(from, to) : {};
    setErrors(found);
    const [wrong] = Object.keys(found);
    if (wrong) return document.getElementById(`window-${wrong}`)?.focus();
    if (window === job.timeWindow) return onClose();
    void edit.save(window).then(({ status }) => status === 'saved' && showSaved(job, window, onClose));
  };
  return (
    <FormDialog
      title="Time window"
      text={<WindowSubject job={job} />}
      submitText="Save"
      pendingText="Saving..."
      isPending={saving.isPending}
      isDirty={window !== first && !(choice === TIMES && from === '' && to === '')}
      error={saving.error && failureOf(saving.error)}
      onSubmit={submit}
      onClose={onClose}
    >
      <SelectField
        name="window"
        label="When the customer expects the driver"
        error={undefined}
        hint={sentHint(job)}
        value={choice}
        options={OPTIONS}
        onChange={({ target }) => setChoice(target.value)}
      />
      {choice === TIMES && (
        <div className="grid grid-cols-2 gap-4">
          <TextField
            name="from"
            id="window-from"
            label="From"
            type="time"
            error={errors.from}
            value={from}
            onChange={({ target }) => setFrom(target.value)}
          />
          <TextField
            name="to"
            id="window-to"
            label="To"
            type="time"
            error={errors.to}
            value={to}
            onChange={({ target }) => setTo(target.value)}
          />
        </div>
      )}
    </FormDialog>
  );
}

/** After a colleague's change, the page has read the newer job already. */
function failureOf(error: Error): string {
  return parseStale(error)
    ? 'A colleague changed this job. You see it as it is now: check it, then try again.'
    : errorText(error, 'The time window could not be saved. Try again.');
}

function WindowSubject({ job }: { job: Job }) {
  return (
    <>
      {JOB_LABELS[job.type]} for <bdi>{customerFullName(job)}</bdi>, {formatDay(job.dueDay)}. Now:{' '}
      {windowName(job.timeWindow)}.
    </>
  );
}

function errorsOf(from: string, to: string): WindowErrors {
  if (from === '') return { from: 'Enter a time' };
  if (to === '') return { to: 'Enter a time' };
  return isLongEnough(`${from}-${to}`)
    ? {}
    : { to: `Must be at least ${MIN_WINDOW_MINUTES} minutes after the beginning` };
}

/** What the customer was sent before stays valid. */
function sentHint({ arrivalWindow: sent, dueDay }: Job): string {
  if (!sent || sent.day < dueDay)
    return 'When the route is published, the customer gets two hours within this window, at the earliest the evening before.';
  const rule = sent.isChanged
    ? 'No further message is sent: call the customer.'
    : 'The customer gets another message only if the driver is then expected outside of it.';
  return `The customer expects the driver from ${spanText(sent, site.timeZone)}. ${rule}`;
}

function showSaved(job: Job, window: string, onClose: () => void) {
  const text = `Booking #${job.bookingId}, ${JOB_LABELS[job.type].toLowerCase()}: ${windowName(window)}.`;
  toast({ title: 'Time Window Saved', text, variant: 'plain' });
  onClose();
}
