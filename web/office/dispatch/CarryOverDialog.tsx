import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { type CarriedJob, carryOver, MAX_CARRIED_JOBS } from '#contract/carry-over.ts';
import { type Board, type BoardJob, getBoard } from '#contract/dispatch.ts';
import { JOB_LABELS } from '#domain/jobs/jobs.ts';
import { formatDay } from '#domain/shared/days.ts';
import { call } from '#web/api/call.ts';
import { cannotUndo } from '#web/api/dispatch.ts';
import { CheckboxField } from '#web/kit/form/CheckboxField.tsx';
import { FormDialog } from '#web/kit/form/dialog/FormDialog.tsx';
import { failureText } from '#web/kit/form/failure.ts';
import { Notice } from '#web/kit/ui/Notice.tsx';
import { toast } from '#web/kit/ui/toast/toast-store.ts';

type Props = { board: Board; onClose: () => void };

/** The jobs of a day that were not done: those without a route, and those whose stop has not begun. */
function jobsToCarry({ jobs, routes }: Board): BoardJob[] {
  const planned = routes.flatMap(({ stops }) =>
    stops.flatMap(({ job, status }) => (job && status === 'pending' ? [job] : [])),
  );
  const all = new Map([...jobs, ...planned].map((job) => [job.id, job]));
  return [...all.values()];
}

/** Moves jobs that were not done to the next working day. Those that cannot move say why. */
export function CarryOverDialog({ board, onClose }: Props) {
  const { day } = board;
  const all = jobsToCarry(board);
  const jobIds = all.slice(0, MAX_CARRIED_JOBS).map(({ id }) => id);
  const [leftOut, setLeftOut] = useState<readonly number[]>([]);
  const [notify, setNotify] = useState(true);
  const preview = useQuery({
    queryKey: [carryOver.name, { day, jobIds }],
    queryFn: ({ signal }) => call(carryOver, { body: { day, jobIds, notify: true, preview: true }, signal }),
    refetchOnMount: 'always',
    gcTime: 0,
  });
  const carrying = useCarryOver(day);
  const { jobs = [], toDay = board.nextDay } = preview.data ?? {};
  const movable = jobs.filter(({ reason }) => reason === null);
  const staying = jobs.filter(({ reason }) => reason !== null);
  const chosen = movable.filter(({ jobId }) => !leftOut.includes(jobId));
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (chosen.length === 0) return onClose();
    const ids = chosen.map(({ jobId }) => jobId);
    carrying.mutate({ jobIds: ids, notify }, { onSuccess: onClose, onError: () => void preview.refetch() });
  };
  const submitText = `Move ${chosen.length === 1 ? '1 job' : `${chosen.length} jobs`}`;
  return (
    <FormDialog
      title={`Carry over to ${formatDay(toDay)}`}
      text="Jobs that were not done move to the next working day. They leave their routes; plan them again on that day."
      submitText={chosen.length === 0 && !preview.isPending ? 'Close' : submitText}
      pendingText={preview.isPending ? 'Checking...' : 'Moving...'}
      isPending={carrying.isPending}
      isLoading={preview.isPending}
      isDirty={false}
      error={problemOf(carrying.error, preview.error)}
      onSubmit={submit}
      onClose={onClose}
    >
      {preview.data && jobs.length === 0 && <Notice variant="quiet">Every job of this day is done.</Notice>}
      {all.length > MAX_CARRIED_JOBS && (
        <Notice variant="quiet">
          These are {MAX_CARRIED_JOBS} of {all.length} jobs. Move them, then carry over the others.
        </Notice>
      )}
      <JobChoices jobs={movable} leftOut={leftOut} onChange={setLeftOut} />
      {chosen.length > 0 && (
        <CheckboxField
          name="notify"
          label="E-mail customers about the new day"
          error={undefined}
          hint={noticeText(chosen, toDay)}
          checked={notify}
          onChange={({ target }) => setNotify(target.checked)}
        />
      )}
      {staying.length > 0 && (
        <section aria-labelledby="staying" className="mt-6">
          <h3 id="staying" className="text-base">
            {staying.length === 1 ? '1 job cannot move' : `${staying.length} jobs cannot move`}
          </h3>
          <JobChoices jobs={staying} leftOut={leftOut} onChange={setLeftOut} />
        </section>
      )}
    </FormDialog>
  );
}

type ChoicesProps = {
  jobs: readonly CarriedJob[];
  leftOut: readonly number[];
  onChange: (leftOut: readonly number[]) => void;
};

function JobChoices({ jobs, leftOut, onChange }: ChoicesProps) {
  return (
    <ul className="divide-y divide-line">
      {jobs.map((job) => (
        <li key={job.jobId} className="pb-2">
          <JobChoice
            job={job}
            isChosen={!leftOut.includes(job.jobId)}
            onChoose={(isChosen) =>
              onChange(isChosen ? leftOut.filter((id) => id !== job.jobId) : [...leftOut, job.jobId])
            }
          />
        </li>
      ))}
    </ul>
  );
}

type ChoiceProps = { job: CarriedJob; isChosen: boolean; onChoose: (isChosen: boolean) => void };

function JobChoice({ job, isChosen, onChoose }: ChoiceProps) {
  const { jobId, bookingId, customer, type, reason } = job;
  const name = `${type ? JOB_LABELS[type] : 'Job'}, ${customer} (#${bookingId})`;
  return (
    <CheckboxField
      name={`job-${jobId}`}
      label={name}
      error={undefined}
      hint={reason ?? undefined}
      checked={reason === null && isChosen}
      disabled={reason !== null}
      onChange={({ target }) => onChoose(target.checked)}
    />
  );
}

/** What customers get, and who gets nothing. */
function noticeText(chosen: readonly CarriedJob[], toDay: string): string {
  const names = chosen.filter(({ hasEmail }) => !hasEmail).map(({ customer }) => customer);
  const unreachable = names.length === 0 ? '' : ` Without an e-mail address: ${names.join(', ')}. Call them.`;
  if (names.length === chosen.length) return unreachable.trim();
  return `Each booking gets one e-mail: the driver could not come as planned, and now comes on ${formatDay(toDay)}. From 8 PM to 8 AM it waits until 8 AM.${unreachable}`;
}

function problemOf(carrying: Error | null, preview: Error | null): string | null {
  if (carrying) return failureText('Nothing was moved.', carrying);
  return preview && failureText('The jobs could not be checked.', preview);
}

function useCarryOver(day: string) {
  const client = useQueryClient();
  return useMutation({
    ...cannotUndo('Carrying jobs over'),
    mutationFn: (input: { jobIds: number[]; notify: boolean }) =>
      call(carryOver, { body: { day, ...input } }),
    onSuccess: ({ moved, notified, toDay }) => {
      const jobs = moved === 1 ? '1 job' : `${moved} jobs`;
      const mails = notified === 1 ? '1 customer is' : `${notified} customers are`;
      toast({
        title: 'Carried Over',
        text: `${jobs} moved to ${formatDay(toDay)}. ${mails} e-mailed.`,
        variant: 'plain',
      });
    },
    onSettled: () => client.invalidateQueries({ queryKey: [getBoard.name] }),
  });
}
