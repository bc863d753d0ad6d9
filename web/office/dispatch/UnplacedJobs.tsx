import type { BoardJob } from '#contract/dispatch.ts';
import type { DayProposal } from '#contract/dispatch-plan.ts';
import { Button } from '#web/kit/ui/Button.tsx';
import { jobName } from './words.ts';

type Props = Pick<DayProposal, 'unplaced'> & {
  /** Chooses another unit for a job whose own is elsewhere. */
  onChangeUnit?: ((job: BoardJob) => void) | undefined;
};

/** The jobs that are on no route of a proposal, each with the reason. */
export function UnplacedJobs({ unplaced, onChangeUnit }: Props) {
  return (
    <section aria-labelledby="unplaced" className="rounded-md border border-line p-3">
      <h3 id="unplaced" className="font-semibold text-base">
        {unplaced.length === 1 ? '1 job stays open' : `${unplaced.length} jobs stay open`}
      </h3>
      <ul className="mt-1 space-y-2 text-sm">
        {unplaced.map(({ job, reason, text }) => (
          <li key={job.id} className="flex flex-wrap items-center justify-between gap-x-3 gap-y-1">
            <span className="min-w-0 flex-1 basis-64">
              <bdi className="font-semibold">{jobName(job)}</bdi>
              <span className="text-ink-soft"> {text}</span>
            </span>
            {onChangeUnit && reason === 'unit_elsewhere' && job.proposedUnit && (
              <Button
                variant="secondary"
                aria-label={`Change unit of ${jobName(job)}`}
                onClick={() => onChangeUnit(job)}
              >
                Change unit
              </Button>
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}
