import { useState } from 'react';
import type { ChangePreview, JobChargePreview } from '#contract/booking-changes.ts';
import type { Job } from '#contract/jobs.ts';
import type { CHARGE_OUTCOMES } from '#domain/jobs/added-jobs.ts';
import { JOB_LABELS } from '#domain/jobs/jobs.ts';
import { formatDay } from '#domain/shared/days.ts';
import { formatUsd } from '#domain/shared/money.ts';
import type { VersionedBooking } from '#web/api/bookings.ts';
import { ChangeFrame } from '#web/office/bookings/changes/ChangeFrame.tsx';

type ChargeOutcome = (typeof CHARGE_OUTCOMES)[number];
type Props = { read: VersionedBooking; job: Job; onClose: () => void };

/** Removes a job that staff added, and takes its charge off the price or keeps it as a cancellation fee. */
export function RemoveJobDialog({ read, job, onClose }: Props) {
  const [charge, setCharge] = useState<ChargeOutcome>('take_off');
  const name = JOB_LABELS[job.type];
  return (
    <ChangeFrame
      read={read}
      title={`Remove this ${name.toLowerCase()}?`}
      text={`It is planned for ${formatDay(job.dueDay)}. A job on a route leaves it.`}
      request={{ type: 'remove_job', jobId: job.id, charge }}
      prompt="Choose what happens to the charge."
      actionText={({ preview }) => actionText(preview?.jobCharge, charge)}
      closeText="Keep job"
      emailText="An e-mail that the job is canceled, with the price and a calendar file"
      failed="The job could not be removed."
      done={{
        title: `${name} Removed`,
        text: ({ booking }) =>
          `Booking #${booking.id}: it is no longer planned for ${formatDay(job.dueDay)}.`,
      }}
      onClose={onClose}
    >
      {({ preview }) => <JobCharge preview={preview} outcome={charge} onChoose={setCharge} />}
    </ChangeFrame>
  );
}

function actionText(jobCharge: JobChargePreview | null | undefined, outcome: ChargeOutcome): string {
  if (!jobCharge) return 'Remove job';
  return `Remove job, ${outcome === 'keep' ? 'keep' : 'take off'} ${formatUsd(jobCharge.amount)}`;
}

const OPTIONS = [
  { outcome: 'take_off', label: 'Take the charge off the price', after: 'takenOff' },
  { outcome: 'keep', label: 'Keep it as a cancellation fee', after: 'kept' },
] as const;

type JobChargeProps = {
  preview: ChangePreview | undefined;
  outcome: ChargeOutcome;
  onChoose: (outcome: ChargeOutcome) => void;
};

/** The charge that was added with the job, and what each choice comes to. */
function JobCharge({ preview, outcome, onChoose }: JobChargeProps) {
  if (!preview) return <div aria-hidden="true" className="h-32 animate-pulse rounded-md bg-sunk" />;
  const { jobCharge } = preview;
  if (jobCharge === undefined) return null;
  if (jobCharge === null) {
    return (
      <p className="text-ink-soft">
        No charge was added with this job. A charge that was added later is removed in the proposed price.
      </p>
    );
  }
  return (
    <fieldset>
      <legend className="wrap-anywhere mb-1.5 font-semibold text-sm">
        What happens to the charge? <bdi>{jobCharge.label}</bdi>, {formatUsd(jobCharge.amount)}
      </legend>
      <div className="divide-y divide-line rounded-md border border-edge">
        {OPTIONS.map(({ outcome: value, label, after }) => (
          <label
            key={value}
            className="touch flex cursor-pointer items-center gap-3 px-3 has-checked:bg-brand-soft"
          >
            <input
              type="radio"
              name="charge"
              value={value}
              checked={outcome === value}
              onChange={() => onChoose(value)}
              className="size-5 shrink-0 accent-brand"
            />
            <span className="min-w-0 flex-1 py-2">
              {label}
              <span className="block text-ink-soft text-sm tabular-nums">{afterText(jobCharge[after])}</span>
            </span>
          </label>
        ))}
      </div>
    </fieldset>
  );
}

function afterText({ total, balance }: JobChargePreview['kept']): string {
  const left = balance === 0 ? 'nothing left to pay' : `${formatUsd(balance)} left to pay`;
  return `${total === null ? 'Only the deposit is agreed' : `Total ${formatUsd(total)}`}, ${left}`;
}
