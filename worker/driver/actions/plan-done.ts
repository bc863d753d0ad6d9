import { missingItems, recordedAt, UNIT_ITEMS } from '#domain/dispatch/stop-log.ts';
import {
  DEFAULT_REQUIRED_ITEMS,
  doneStopStatus,
  REQUIRED_ITEM_LABELS,
  type RequiredItem,
} from '#domain/dispatch/stops.ts';
import { JOB_LABELS } from '#domain/jobs/jobs.ts';
import {
  type CustomerMessages,
  insertCustomerFact,
  placedFact,
} from '#worker/notify/outbox/customer-facts.ts';
import { doneStatements, isJobDoable } from './done-effects.ts';
import { updateStop } from './effects-repo.ts';
import {
  type ActionInput,
  type ActionPlan,
  applied,
  appliedWith,
  conflictStatements,
  findFactConflict,
  makeProgressStatement,
  NO_MESSAGES,
  refused,
  stopAt,
} from './plan.ts';

type DoneInput = ActionInput<'done'>;

/**
 * Refused while required items are missing, and when another driver has completed the job. When the office had removed
 * the stop or cancelled the job, the report is recorded with a conflict; a job that is not cancelled is done, too.
 */
export async function planDone(input: DoneInput): Promise<ActionPlan> {
  const { stop } = input.state;
  if (isDoneByOther(input)) return alreadyDone(input);
  const isOver = stop.status === 'delivered' || stop.status === 'completed';
  if (isOver || stop.jobStatus === 'done') return planReportAfterMark(input);
  const missing = listMissingRecords(input);
  if (missing.length > 0) {
    const listed = missing.map((item) => REQUIRED_ITEM_LABELS[item]).join(', ');
    return { ...refused('missing_items', `Record first: ${listed}.`), missing };
  }
  const statements = await doneStatements(input);
  return isJobDoable(input) ? appliedWith(placedMessages(input), ...statements) : applied(...statements);
}

function listMissingRecords({ payload, state }: DoneInput): RequiredItem[] {
  const { stop, log, refusedUnits, photos, requiredItems } = state;
  const required = requiredItems[stop.type] ?? DEFAULT_REQUIRED_ITEMS[stop.type];
  const recorded = { recorded: recordedAt(log), photos: photos.map(({ type }) => type) };
  const missing = missingItems(required, recorded).filter(
    (item) => item !== 'signature' || payload.isCustomerThere === true,
  );
  // The driver has another unit than the planned one, or an earlier one: which it is must be settled first.
  const unclear = refusedUnits.map(({ direction }) => UNIT_ITEMS[direction]);
  return [...new Set([...unclear, ...missing])];
}

/** Another driver reported the job, at this stop or at another one. */
function isDoneByOther({ entry, state }: DoneInput): boolean {
  const { jobStatus, isJobDoneByDriver, jobDoneById } = state.stop;
  return jobStatus === 'done' && isJobDoneByDriver && jobDoneById !== entry.driverId;
}

/** Staff marked the job before the phone reported it, or the driver tapped twice: the first arrival and note count. */
function planReportAfterMark(input: DoneInput): ActionPlan {
  const { ctx, entry, state, payload } = input;
  if (state.log.some(({ type, driverId }) => type === 'done' && driverId === entry.driverId))
    return applied();
  const conflict = findFactConflict(state.stop);
  const reported = [
    updateStop(ctx.db, {
      ...stopAt(input),
      status: doneStopStatus(state.stop.type),
      actualArrival: entry.correctedTime,
      outcome: 'done',
      outcomeReason: payload.note ?? null,
    }),
    ...(conflict ? conflictStatements(input, 'Done', conflict) : []),
    makeProgressStatement(input),
  ];
  // The customer gets the driver's photo all the same.
  return state.stop.jobStatus === 'done'
    ? appliedWith(placedMessages(input), ...reported)
    : applied(...reported);
}

/** The customer reads that the unit was placed, with the photo and the last day, or that it was picked up. */
function placedMessages({ ctx, entry, state, record }: DoneInput): CustomerMessages {
  const { jobId, jobType } = state.stop;
  const type = placedFact(jobType);
  if (!record || jobId === null || !type) return NO_MESSAGES;
  return insertCustomerFact(ctx, { type, bookingId: record.id, jobId, atMs: entry.correctedTime });
}

function alreadyDone(input: DoneInput): ActionPlan {
  const { jobType, jobDoneBy } = input.state.stop;
  const name = jobType === null ? 'stop' : JOB_LABELS[jobType].toLowerCase();
  const by = jobDoneBy === null ? '' : ` by ${jobDoneBy}`;
  const reason = `This ${name} was completed${by} already. What you recorded is kept. Call the office if that is wrong.`;
  const statements = conflictStatements(input, 'Done', {
    kind: 'already_done',
    text: `the ${name} had been completed${by}`,
  });
  return { isRefused: true, code: 'over', reason, statements };
}
