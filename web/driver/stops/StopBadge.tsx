import type { StopPhase, StopState } from './stop-state.ts';

const PHASES: Readonly<Record<StopPhase, { label: string; className: string } | null>> = {
  todo: null,
  on_the_way: { label: 'On the way', className: 'border-brand bg-brand text-on-brand' },
  arrived: { label: 'Arrived', className: 'border-brand bg-brand text-on-brand' },
  done: { label: 'Done', className: 'border-brand bg-brand-soft text-brand' },
  attempted: { label: 'Unable to complete', className: 'border-danger bg-danger-soft text-danger' },
};

const BREAK_PHASES: Partial<typeof PHASES> = {
  arrived: { label: 'On a break', className: 'border-brand bg-brand text-on-brand' },
  attempted: { label: 'Skipped', className: 'border-edge' },
};

/** How far a stop is, whether the office changed it, and what of it is not sent. */
export function StopBadge({ state: { phase, stop, waitingCount, refused } }: { state: StopState }) {
  const badge = (stop.type === 'break' && BREAK_PHASES[phase]) || PHASES[phase];
  const isLive = phase === 'todo' || phase === 'on_the_way' || phase === 'arrived';
  return (
    <>
      {badge && <Badge {...badge} />}
      {stop.changedAt && isLive && (
        <Badge label="Changed" className="border-signal-line bg-signal-soft text-on-signal" />
      )}
      {refused.length > 0 && <Badge label="Refused" className="border-danger bg-danger-soft text-danger" />}
      {waitingCount > 0 && (
        <Badge
          label={`${waitingCount} not sent`}
          className="border-signal-line bg-signal-soft text-on-signal"
        />
      )}
    </>
  );
}

function Badge({ label, className }: { label: string; className: string }) {
  return (
    <span className={`rounded-md border-2 px-2 py-0.5 font-semibold text-sm leading-tight ${className}`}>
      {label}
    </span>
  );
}
