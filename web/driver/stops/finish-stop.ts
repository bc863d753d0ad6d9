import { ATTEMPT_REASON_LABELS, ATTEMPT_REASONS } from '#domain/dispatch/driver-actions.ts';
import { isAction, type OutboxItem } from '#web/driver/outbox/items.ts';
import type { Recording } from '#web/driver/outbox/recordings.ts';
import {
  isSignatureDue,
  listMissingItems,
  nextStep,
  type PlannedStopUnit,
  type StopState,
} from './stop-state.ts';

/** What 'Done' records: the planned units that the driver did not replace, and that the stop is done. */
export function doneRecordings(
  { recorded }: Pick<StopState, 'recorded'>,
  units: readonly PlannedStopUnit[],
): Recording[] {
  return [
    ...units.map(({ direction, number }) => ({
      kind: 'action' as const,
      type: 'unit' as const,
      payload: { number, direction },
    })),
    { kind: 'action', type: 'done', payload: { isCustomerThere: recorded.hasSignature } },
  ];
}

/**
 * What 'Done' would record after `added`, if nothing is missing then: the form of the last item saves both, so that it
 * needs no other tap. Null while something else is open.
 */
export function finishingRecordings(
  state: StopState,
  added: Partial<StopState['recorded']>,
): Recording[] | null {
  const recorded = { ...state.recorded, ...added };
  const after = { ...state, recorded, missing: listMissingItems(state.stop, recorded) };
  const next = nextStep(after);
  return next?.step === 'done' && !isSignatureDue(after) ? doneRecordings(after, next.units) : null;
}

/** Why the stop was not completed, from the server or from the phone; null if it was not attempted. */
export function attemptText(
  { stop, phase }: Pick<StopState, 'stop' | 'phase'>,
  items: readonly OutboxItem[],
): string | null {
  if (phase !== 'attempted') return null;
  if (stop.status === 'attempted') return stop.outcomeReason;
  const report = items
    .filter(isAction)
    .find(({ stopId, type }) => stopId === stop.id && type === 'attempted');
  const { reason, note } = report?.payload ?? {};
  const label = ATTEMPT_REASONS.find((each) => each === reason);
  return [label && ATTEMPT_REASON_LABELS[label], note].filter(Boolean).join(': ') || null;
}
