import { STOP_LABELS } from '#domain/dispatch/stops.ts';
import { stopPath } from '#web/driver/address.ts';
import { LARGE_BUTTON } from '#web/driver/DriverFrame.tsx';
import { DriverLink } from '#web/driver/DriverLink.tsx';
import { DriverIcon } from '#web/driver/icons.tsx';
import { stopName, timeLines, unitVerb } from '#web/driver/words.ts';
import { telHref } from '#web/kit/ui/ContactLinks.tsx';
import { Icon } from '#web/kit/ui/Icon.tsx';
import { navigationHref } from './place-links.ts';
import { StopBadge } from './StopBadge.tsx';
import { isFinished, type StopState } from './stop-state.ts';

type Props = { state: StopState; number: number; isNext: boolean; timeZone: string };

/** A stop in the list: what, where, when. A finished one is a line. */
export function StopCard({ state, number, isNext, timeZone }: Props) {
  const { stop } = state;
  const titleId = `stop-${stop.id}`;
  const finished = isFinished(state);
  return (
    <li
      aria-labelledby={titleId}
      className={`relative rounded-lg border-2 bg-surface has-[h2_a:active]:bg-sunk ${isNext ? 'border-4 border-brand' : 'border-edge'}`}
    >
      <div className="px-4 pt-3 pb-3">
        <p className="flex flex-wrap items-center gap-x-3 gap-y-1 font-semibold">
          <span>
            {number}. {STOP_LABELS[stop.type]}
          </span>
          <StopBadge state={state} />
        </p>
        <h2 id={titleId} className="mt-1 text-2xl leading-tight">
          {/* The whole card is the target. */}
          <DriverLink to={stopPath(stop.id)} className="wrap-anywhere after:absolute after:inset-0">
            <bdi>{stopName(stop)}</bdi>
          </DriverLink>
        </h2>
        {stop.place?.address && (
          <p className="wrap-anywhere mt-1 text-lg leading-snug">
            <bdi>{stop.place.address}</bdi>
          </p>
        )}
        {!finished && <Facts state={state} timeZone={timeZone} />}
      </div>
      {!finished && <CardButtons state={state} />}
    </li>
  );
}

function Facts({ state, timeZone }: { state: StopState; timeZone: string }) {
  const { stop } = state;
  const units = [
    stop.unit && `${unitVerb(stop)} ${stop.unit.number}`,
    stop.collectedUnit && `Take ${stop.collectedUnit.number}`,
  ].filter(Boolean);
  return (
    <div className="mt-2 space-y-1 leading-snug">
      {timeLines(state, timeZone).map((line) => (
        <p key={line} className="font-semibold">
          {line}
        </p>
      ))}
      {(stop.sizeName || units.length > 0) && <p>{[stop.sizeName, ...units].filter(Boolean).join(', ')}</p>}
      {[stop.dispatcherNotes, stop.notes].filter(Boolean).map((note) => (
        <p key={note} className="wrap-anywhere line-clamp-2">
          <bdi>{note}</bdi>
        </p>
      ))}
    </div>
  );
}

/** Above the link that covers the card. */
function CardButtons({ state: { stop } }: { state: StopState }) {
  const href = navigationHref(stop.place);
  const { customer } = stop;
  if (!href && !customer) return null;
  return (
    <div className="relative z-1 grid auto-cols-fr grid-flow-col gap-2 px-3 pb-3">
      {customer && (
        <a href={telHref(customer.phone.number)} className={LARGE_BUTTON}>
          <Icon name="phone" />
          Call
          <span className="sr-only"> {customer.name}</span>
        </a>
      )}
      {href && (
        <a href={href} target="_blank" rel="noreferrer" className={LARGE_BUTTON}>
          <DriverIcon name="navigate" />
          Navigate
          <span className="sr-only"> to {stopName(stop)}</span>
        </a>
      )}
    </div>
  );
}
