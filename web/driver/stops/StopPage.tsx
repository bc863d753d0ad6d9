import { useState } from 'react';
import { closeView, dayPath, openView, type StopPart, stopPath } from '#web/driver/address.ts';
import { CallOffice } from '#web/driver/CallOffice.tsx';
import { DriverFrame } from '#web/driver/DriverFrame.tsx';
import { useDriver } from '#web/driver/store.ts';
import { findStop, stopName } from '#web/driver/words.ts';
import { Notice } from '#web/kit/ui/Notice.tsx';
import { businessToday } from './business-day.ts';
import { DamagedPart } from './DamagedPart.tsx';
import { SignaturePart } from './SignaturePart.tsx';
import { StopDetails } from './StopDetails.tsx';
import { computeStopState } from './stop-state.ts';
import { TicketPart } from './TicketPart.tsx';
import { UnablePart } from './UnablePart.tsx';
import { UnitPart } from './UnitPart.tsx';

/** What the parts of a stop's page get. */
export type PartProps = {
  state: ReturnType<typeof computeStopState>;
  /** Back to the stop. */
  onClose: () => void;
};

export function StopPage({ stopId, part }: { stopId: number; part: StopPart | null }) {
  const routes = useDriver((driver) => driver.routes);
  const items = useDriver((driver) => driver.items);
  const current = findStop(routes?.reply ?? null, stopId);
  // A form that is open when the office removes its stop stays: what happened there is recorded all the same.
  const [atOpening] = useState(current);
  const found = current ?? (part ? atOpening : null);
  if (!routes || !found) return <StopIsGone hasItems={items.some((item) => item.stopId === stopId)} />;
  const { stop, route, number } = found;
  const state = computeStopState(stop, items);
  const today = businessToday(routes);
  const parent = dayPath(route.day === today ? null : route.day);
  const close = () => void closeView(stopPath(stopId));
  if (!part)
    return (
      <StopDetails
        state={state}
        route={route}
        number={number}
        parent={parent}
        today={today}
        timeZone={routes.reply.timeZone}
      />
    );
  const props = { state, onClose: close };
  return (
    <DriverFrame
      title={part === 'unable' && stop.type === 'break' ? 'Skip the break' : PART_TITLES[part]}
      detail={<bdi>{stopName(stop)}</bdi>}
      back={{ to: stopPath(stopId), label: 'Back to the stop' }}
    >
      {!current && (
        <Notice variant="attention" role="status" className="mb-4">
          The office moved or removed this stop. What you record here is kept, and the office gets it.
        </Notice>
      )}
      {part === 'unit' && <UnitPart {...props} direction="brought" />}
      {part === 'collected-unit' && <UnitPart {...props} direction="collected" />}
      {part === 'ticket' && <TicketPart {...props} />}
      {part === 'signature' && <SignaturePart {...props} />}
      {part === 'unable' && <UnablePart {...props} />}
      {part === 'damaged' && <DamagedPart {...props} />}
    </DriverFrame>
  );
}

const PART_TITLES: Readonly<Record<StopPart, string>> = {
  unit: 'Unit that you bring',
  'collected-unit': 'Unit that you take away',
  ticket: 'Dump ticket',
  signature: 'Signature',
  unable: 'Unable to complete',
  damaged: 'Unit is damaged',
};

/** The office moved or removed the stop while its page, or a link to it, was open. */
function StopIsGone({ hasItems }: { hasItems: boolean }) {
  return (
    <DriverFrame title="Not on your route" back={{ to: dayPath(null), label: 'Back to the route' }}>
      <p className="text-lg">The office moved or removed this stop.</p>
      {hasItems && <p className="mt-2 text-lg">What you recorded there is kept, and the office gets it.</p>}
      <button
        type="button"
        onClick={() => void openView(dayPath(null))}
        className="mt-2 min-h-14 font-semibold text-brand text-lg underline"
      >
        Open your route
      </button>
      <br />
      <CallOffice className="" />
    </DriverFrame>
  );
}
