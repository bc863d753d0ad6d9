import { Icon } from '#web/kit/ui/Icon.tsx';
import { OUTBOX_PATH } from './address.ts';
import { DriverLink } from './DriverLink.tsx';
import { DriverIcon } from './icons.tsx';
import { unsentItems } from './outbox/recordings.ts';
import { type DriverSnapshot, useWholeDriver } from './store.ts';
import { clockTime, itemCount } from './words.ts';

/** What is not sent, and how old the route is: on every screen, below the title. */
export function SyncStrip() {
  const driver = useWholeDriver();
  const { variant, text, detail } = syncWords(driver);
  return (
    <>
      <DriverLink
        to={OUTBOX_PATH}
        className={`flex min-h-[min(2.75rem,44px)] items-center justify-center gap-2 border-edge border-b px-[min(1rem,16px)] py-[min(0.25rem,4px)] text-sm leading-tight active:underline ${COLORS[variant]}`}
      >
        {ICONS[variant]}
        <span>
          <span className={variant === 'quiet' ? '' : 'font-semibold'}>{text}</span> {detail}
        </span>
      </DriverLink>
      <p role="status" className="sr-only">
        {variant === 'quiet' ? '' : text}
      </p>
    </>
  );
}

const COLORS = {
  quiet: 'bg-surface text-ink-soft',
  waiting: 'bg-signal-soft text-on-signal',
  refused: 'bg-danger-soft text-danger underline underline-offset-4',
};

const ICONS = {
  quiet: <Icon name="check" className="size-4" />,
  waiting: <DriverIcon name="waiting" className="size-5" />,
  refused: <Icon name="warning" className="size-5" />,
};

type SyncWords = { variant: keyof typeof COLORS; text: string; detail: string };

/** The most urgent thing first: refused, waiting, not connected. */
function syncWords(
  driver: Pick<DriverSnapshot, 'items' | 'isOnline' | 'isSyncing' | 'result' | 'routes'>,
): SyncWords {
  const unsent = unsentItems(driver.items);
  const refused = unsent.filter(({ state }) => state === 'refused').length;
  const waiting = unsent.length - refused;
  if (refused > 0) {
    const detail = waiting > 0 ? `${itemCount(waiting)} waiting to be sent.` : 'See what to do.';
    return { variant: 'refused', text: `${itemCount(refused)} refused.`, detail };
  }
  const isOffline = !driver.isOnline || driver.result?.status === 'offline';
  if (waiting > 0) {
    const text = `${itemCount(waiting)} waiting to be sent.`;
    if (isOffline) return { variant: 'waiting', text, detail: 'No connection.' };
    if (driver.isSyncing) return { variant: 'waiting', text, detail: 'Sending...' };
    return { variant: 'waiting', text, detail: driver.result?.status === 'failed' ? 'See why.' : '' };
  }
  const { routes } = driver;
  const updated = routes ? `Updated ${clockTime(routes.readAtMs, routes.reply.timeZone)}.` : '';
  if (isOffline) return { variant: 'waiting', text: 'No connection.', detail: updated };
  if (driver.result?.status === 'failed')
    return { variant: 'waiting', text: 'Not updated.', detail: updated };
  if (driver.result?.status === 'other_account')
    return { variant: 'refused', text: 'Another account is signed in.', detail: 'See what to do.' };
  return { variant: 'quiet', text: 'All sent.', detail: updated };
}
