import { useState } from 'react';
import type { DriverRoute } from '#contract/driver-routes.ts';
import { defectsText, type InspectionKind, REPAIR_LABELS } from '#domain/dispatch/inspections.ts';
import { inspectionPath } from '#web/driver/address.ts';
import { LARGE_BUTTON } from '#web/driver/DriverFrame.tsx';
import { DriverLink } from '#web/driver/DriverLink.tsx';
import { UndoButton } from '#web/driver/stops/UndoButton.tsx';
import { record, useDriver } from '#web/driver/store.ts';
import { pauseInput } from '#web/kit/ui/browser/input-pause.ts';
import { InspectionRefusals } from './InspectionRefusals.tsx';
import { makeInspectionPayload, recordedInspection, refusedInspection } from './inspection-state.ts';

type Props = { route: DriverRoute; isDayOver: boolean };

/** Asks for the inspection of the truck: before the first stop, and when no stop is left. It stops no one. */
export function InspectionCard({ route, isDayOver }: Props) {
  const items = useDriver((driver) => driver.items);
  const [first] = route.stops;
  if (!route.inspection || !first) return null;
  const kinds: InspectionKind[] = isDayOver ? ['before', 'after'] : ['before'];
  return kinds.map((kind) => {
    const recorded = recordedInspection(route, kind, items);
    return (
      <section
        key={kind}
        aria-labelledby={`inspection-${kind}`}
        className="mt-4 rounded-lg border-2 border-edge bg-surface p-4"
      >
        <h2 id={`inspection-${kind}`} className="text-xl">
          {kind === 'before' ? 'Inspect truck' : 'Inspect truck at the end of the day'}
        </h2>
        <InspectionRefusals items={refusedInspection(route, kind, items)} />
        {recorded ? (
          <>
            <p role="status" className="wrap-anywhere mt-1">
              {recorded.defects.length === 0 ? 'No defects.' : `Reported: ${defectsText(recorded.defects)}.`}
              {!recorded.isSafe && ' Not safe to drive: wait for the office.'}
            </p>
            <UndoButton stopId={first.id} type="inspection" />
          </>
        ) : (
          <OpenInspection route={route} kind={kind} />
        )}
      </section>
    );
  });
}

function OpenInspection({ route, kind }: { route: DriverRoute; kind: InspectionKind }) {
  const [isBusy, setBusy] = useState(false);
  const last = kind === 'before' ? route.inspection?.lastReport : null;
  const [first] = route.stops;
  if (!first) return null;
  const confirm = async () => {
    if (isBusy) return;
    setBusy(true);
    pauseInput();
    const payload = makeInspectionPayload(route, { kind, defects: [], isSafe: true });
    await record({ id: first.id, name: 'Truck' }, [{ kind: 'action', type: 'inspection', payload }]);
    setBusy(false);
  };
  return (
    <>
      <p className="mt-1">{route.inspection?.items.join(', ')}.</p>
      {last && (
        <p className="wrap-anywhere mt-2 border-danger border-l-4 pl-3">
          <span className="font-semibold">Last report of this truck, by </span>
          <bdi className="font-semibold">{last.driver}</bdi>: <bdi>{defectsText(last.defects)}</bdi>.{' '}
          {last.repair
            ? `${REPAIR_LABELS[last.repair.result]}, certified by ${last.repair.name}${last.repair.note ? `: ${last.repair.note}` : ''}.`
            : 'Not signed off yet: ask the office before you drive.'}
        </p>
      )}
      <div className="mt-3 grid grid-cols-[repeat(auto-fit,minmax(9rem,1fr))] gap-3">
        <button type="button" aria-disabled={isBusy} onClick={() => void confirm()} className={LARGE_BUTTON}>
          {isBusy && 'Saving...'}
          {!isBusy && (last ? 'I have read it. No defects' : 'No defects')}
        </button>
        <DriverLink to={inspectionPath(route.id, kind)} className={LARGE_BUTTON}>
          Report a defect
        </DriverLink>
      </div>
    </>
  );
}
