import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { Board, BoardJob, BoardRoute } from '#contract/dispatch.ts';
import type { DayProposal } from '#contract/dispatch-plan.ts';
import { findBoardConflict } from '#web/api/dispatch.ts';
import { dayProposalQuery, useAcceptDayPlan } from '#web/api/dispatch-plan.ts';
import { failureText } from '#web/kit/form/failure.ts';
import { LoadFailure } from '#web/kit/table/LoadFailure.tsx';
import { Button } from '#web/kit/ui/Button.tsx';
import { Dialog, DialogButtons, LeaveButton } from '#web/kit/ui/dialog/Dialog.tsx';
import { Notice } from '#web/kit/ui/Notice.tsx';
import { milesText, minutesText } from '#web/kit/ui/route-texts.ts';
import { ProposedRoutes } from './ProposedRoutes.tsx';
import { UnitDialog } from './UnitDialog.tsx';
import { UnplacedJobs } from './UnplacedJobs.tsx';

type Props = { board: Board; route: BoardRoute | null; onClose: () => void };

/** Proposes routes for a day, or the order of one route, beside the current plan. Nothing changes until it is accepted. */
export function PlanDialog({ board, route, onClose }: Props) {
  const proposal = useQuery(dayProposalQuery(board.day, route?.id ?? null));
  const accepting = useAcceptDayPlan(board.day);
  const [isRenewed, setRenewed] = useState(false);
  const [changing, setChanging] = useState<BoardJob | null>(null);
  const { data, error, isFetching } = proposal;
  const changes = data?.routes.filter(({ isChanged }) => isChanged) ?? [];
  const accept = () => {
    if (!data) return;
    setRenewed(false);
    accepting.mutate(data, {
      onSuccess: onClose,
      onError: (failure) => {
        if (!findBoardConflict(failure)?.board) return;
        setRenewed(true);
        void proposal.refetch();
      },
    });
  };
  const acceptText = route ? 'Accept order' : 'Accept plan';
  const isBusy = accepting.isPending || isFetching;
  const failure = accepting.error && !isRenewed ? accepting.error : null;
  return (
    <Dialog
      title={route ? `Optimize the route of ${route.driver.name}` : 'Plan day'}
      layout="page"
      onClose={accepting.isPending ? null : onClose}
      error={failure && failureText('The plan could not be stored.', failure)}
      footer={
        <div className="sticky bottom-0 bg-surface px-4 pb-2 sm:px-6">
          <DialogButtons>
            <LeaveButton isLocked={accepting.isPending} onClick={onClose}>
              {changes.length > 0 ? 'Keep current plan' : 'Close'}
            </LeaveButton>
            {(changes.length > 0 || isFetching) && (
              <Button type="button" disabled={isBusy || changes.length === 0} onClick={accept}>
                {accepting.isPending ? 'Saving...' : acceptText}
              </Button>
            )}
          </DialogButtons>
        </div>
      }
    >
      <div className="space-y-4 px-4 py-4 sm:px-6">
        {isRenewed && (
          <Notice variant="attention" role="alert">
            The plan was changed while you were looking at it. This is a new proposal for the plan as it is
            now.
          </Notice>
        )}
        {error && !isFetching && (
          <LoadFailure
            failed="A plan could not be computed. Your current plan is unchanged."
            error={error}
            isFetching={isFetching}
            onRetry={() => void proposal.refetch()}
          />
        )}
        {isFetching && <PlanSkeleton />}
        {data && !isFetching && (
          <Proposal
            board={board}
            proposal={data}
            isOneRoute={route !== null}
            onChangeUnit={accepting.isPending ? undefined : setChanging}
          />
        )}
      </div>
      {changing && (
        <UnitDialog
          job={changing}
          side="moved"
          onClose={() => {
            setChanging(null);
            void proposal.refetch();
          }}
        />
      )}
    </Dialog>
  );
}

type ProposalProps = {
  board: Board;
  proposal: DayProposal;
  isOneRoute: boolean;
  onChangeUnit: ((job: BoardJob) => void) | undefined;
};

function Proposal({ board, proposal, isOneRoute, onChangeUnit }: ProposalProps) {
  const { routes, unplaced, notice, attribution } = proposal;
  const published = routes.filter(({ isChanged, current }) => isChanged && current?.publishedAt);
  const isSame = routes.every(({ isChanged }) => !isChanged);
  return (
    <>
      {isSame ? <p role="status">{unchangedText(proposal, isOneRoute)}</p> : <Totals proposal={proposal} />}
      {notice && <p className="text-ink-soft text-sm">{notice}</p>}
      {published.length > 0 && (
        <Notice variant="attention">
          {published.map(({ proposed }) => proposed.driver.name).join(', ')}: already published. The new order
          reaches the driver as soon as you accept.
        </Notice>
      )}
      {unplaced.length > 0 && <UnplacedJobs unplaced={unplaced} onChangeUnit={onChangeUnit} />}
      <ProposedRoutes board={board} routes={routes} />
      {attribution && <p className="text-ink-soft text-xs">{attribution}</p>}
    </>
  );
}

function unchangedText({ routes, unplaced }: DayProposal, isOneRoute: boolean): string {
  if (isOneRoute) return 'No better order was found for this route.';
  if (routes.length === 0 && unplaced.length === 0)
    return 'There are no open jobs and no routes on this day.';
  return unplaced.length > 0
    ? 'None of the open jobs can be added to the current plan.'
    : 'All jobs are planned, and no better plan was found.';
}

/** The sums of both plans, and what the proposal saves or adds. */
function Totals({ proposal }: { proposal: DayProposal }) {
  const { current, proposed } = proposal;
  const columns = [
    { name: 'Now', totals: current, box: 'border-line' },
    { name: 'Proposed', totals: proposed, box: 'border-brand bg-brand-soft' },
  ];
  return (
    <div className="space-y-2">
      <div className="grid grid-cols-2 gap-3">
        {columns.map(({ name, totals, box }) => (
          <section key={name} aria-label={`${name}: totals`} className={`rounded-md border p-3 ${box}`}>
            <h3 className="font-semibold text-sm">{name}</h3>
            <p className="text-lg tabular-nums">{totals.jobs === 1 ? '1 job' : `${totals.jobs} jobs`}</p>
            <p className="text-sm tabular-nums">
              {minutesText(totals.minutes)} in all, {minutesText(totals.driveMinutes)} driving
              {totals.meters > 0 && `, ${milesText(totals.meters)}`}
            </p>
            {totals.late > 0 && (
              <p className="font-semibold text-danger text-sm">
                {totals.late === 1 ? '1 stop late' : `${totals.late} stops late`}
              </p>
            )}
          </section>
        ))}
      </div>
      <p role="status" className="font-semibold">
        {comparisonText(proposal)}
      </p>
    </div>
  );
}

/** 'Saves 25 min and 12 mi of driving.', 'Adds 7 jobs with 2 h 5 min and 61 mi of driving.' */
export function comparisonText(proposal: DayProposal): string {
  const { current, proposed } = proposal;
  const minutes = proposed.driveMinutes - current.driveMinutes;
  const meters = proposed.meters - current.meters;
  const miles = meters === 0 ? '' : ` and ${milesText(Math.abs(meters))}`;
  const drive = `${minutesText(Math.abs(minutes))}${miles} of driving`;
  const jobs = proposed.jobs - current.jobs;
  if (jobs > 0) {
    const added = `Adds ${jobs === 1 ? '1 job' : `${jobs} jobs`}`;
    return minutes >= 0 && meters >= 0 ? `${added} with ${drive}.` : `${added} and saves ${drive}.`;
  }
  if (minutes <= 0 && meters <= 0) return `Saves ${drive}.`;
  if (minutes < 0) return `Saves ${minutesText(-minutes)} of driving.`;
  const late = current.late - proposed.late;
  if (late > 0) return `Adds ${drive}; ${late === 1 ? '1 stop is' : `${late} stops are`} no longer late.`;
  return hasMoreSiteStops(proposal)
    ? `Adds ${drive}, with the disposal and yard stops that the jobs need.`
    : `Adds ${drive}.`;
}

function hasMoreSiteStops({ routes }: DayProposal): boolean {
  const countIn = (route: BoardRoute | null) =>
    route?.stops.filter(({ type }) => type === 'disposal' || type === 'yard').length ?? 0;
  return routes.reduce((sum, { current, proposed }) => sum + countIn(proposed) - countIn(current), 0) > 0;
}

export function PlanSkeleton() {
  return (
    <div role="status" className="space-y-3">
      <span className="sr-only">Computing a plan...</span>
      <p aria-hidden="true" className="text-ink-soft">
        Computing a plan...
      </p>
      {[1, 2, 3].map((row) => (
        <div key={row} aria-hidden="true" className="h-20 animate-pulse rounded-md bg-sunk" />
      ))}
    </div>
  );
}
