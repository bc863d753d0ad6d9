import { formatCountdown, holdAnnouncement } from '#web/booking/hold/hold-clock.ts';
import { Icon } from '#web/ui/Icon.tsx';

/** How long the dumpster stays held. Seen every second, spoken at few moments. */
export function HoldClock({ seconds }: { seconds: number }) {
  return (
    <div className="mb-6 flex items-center gap-2 border-line border-b pb-4 text-sm">
      <Icon name="clock" className="size-5 text-brand" />
      <p>
        Your dumpster is held for{' '}
        <span role="timer" className="font-semibold tabular-nums">
          {formatCountdown(seconds)}
        </span>
      </p>
      <p aria-live="polite" className="sr-only">
        {holdAnnouncement(seconds)}
      </p>
    </div>
  );
}
