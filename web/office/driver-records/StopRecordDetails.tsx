import { Link } from 'react-router';
import type { RecordedAction, RecordedPhoto, StopRecordReply } from '#contract/stop-records.ts';
import { formatWeight } from '#domain/catalog/dump-tickets.ts';
import { ACTION_LABELS } from '#domain/dispatch/driver-actions.ts';
import { formatDay } from '#domain/shared/days.ts';
import { formatUsd } from '#domain/shared/money.ts';
import { site } from '#web/config.ts';
import { momentText } from '#web/kit/dates/moment.ts';
import { RowButton } from '#web/kit/table/RowButton.tsx';
import { Badge } from '#web/kit/ui/Badge.tsx';
import { Fact, Facts } from '#web/kit/ui/Card.tsx';
import { bookingPath } from '#web/paths.ts';
import { PhotoGrid } from './PhotoGrid.tsx';
import { RECORDED_PHOTO_LABELS, STOP_STATUS_LABELS, timeNote } from './words.ts';

type Props = {
  record: StopRecordReply;
  /** Null when the positions are shown. */
  onPositions: (() => void) | null;
};

export function StopRecordDetails({ record, onPositions }: Props) {
  const { photos, actions } = record;
  const hasPositions = [...photos, ...actions].some(({ hasPosition }) => hasPosition);
  return (
    <>
      <RecordFacts record={record} />
      <section>
        <h3 className="mb-2 text-lg">Photos</h3>
        {photos.length === 0 ? (
          <p className="text-ink-soft text-sm">No photo was taken.</p>
        ) : (
          <PhotoGrid photos={photos} />
        )}
      </section>
      <section>
        <h3 className="mb-2 text-lg">What the driver recorded</h3>
        <ActionList actions={actions} />
        {hasPositions && onPositions && (
          <RowButton className="mt-3" onClick={onPositions}>
            Show positions
          </RowButton>
        )}
        {hasPositions && !onPositions && <Positions photos={photos} />}
      </section>
    </>
  );
}

function RecordFacts({ record }: { record: StopRecordReply }) {
  const { status, isRemoved, day, driver, truck, booking, outcomeReason, ticket } = record;
  const { unit, collectedUnit, plannedArrival, departedAt, arrivedAt } = record;
  const times = [
    { name: 'Planned', at: plannedArrival },
    { name: 'On the way', at: departedAt },
    { name: 'Arrived', at: arrivedAt },
  ];
  return (
    <Facts>
      <Fact name="Status">
        <Badge variant={status === 'attempted' ? 'danger' : 'quiet'}>{STOP_STATUS_LABELS[status]}</Badge>
        {isRemoved && <span className="ml-2 text-sm">Taken off the route</span>}
        {outcomeReason !== null && (
          <p dir="auto" className="wrap-anywhere mt-1 whitespace-pre-line text-sm">
            {outcomeReason}
          </p>
        )}
      </Fact>
      <Fact name="Driver">
        <bdi className="wrap-anywhere">{driver.name}</bdi>
        {truck !== null && (
          <>
            , <bdi className="wrap-anywhere">{truck}</bdi>
          </>
        )}
        , {formatDay(day)}
      </Fact>
      {booking && (
        <Fact name="Booking">
          <Link to={bookingPath(booking.id)} className="wrap-anywhere text-brand underline">
            #{booking.id} <bdi>{booking.customer}</bdi>
          </Link>
        </Fact>
      )}
      {times.map(
        ({ name, at }) =>
          at !== null && (
            <Fact key={name} name={name}>
              <time dateTime={at}>{momentText(at, site.timeZone)}</time>
            </Fact>
          ),
      )}
      {unit !== null && (
        <Fact name="Unit brought">
          <bdi className="wrap-anywhere">{unit}</bdi>
        </Fact>
      )}
      {collectedUnit !== null && (
        <Fact name="Unit taken away">
          <bdi className="wrap-anywhere">{collectedUnit}</bdi>
        </Fact>
      )}
      {ticket && <TicketFact ticket={ticket} />}
    </Facts>
  );
}

function TicketFact({ ticket }: { ticket: NonNullable<StopRecordReply['ticket']> }) {
  const { number, gross, tare, net, fee } = ticket;
  return (
    <Fact name="Ticket">
      <bdi className="wrap-anywhere">{number}</bdi>, {formatWeight(net)}, {formatUsd(fee)}
      {gross !== null && tare !== null && (
        <span className="block text-ink-soft text-sm">
          Gross {formatWeight(gross)}, tare {formatWeight(tare)}
        </span>
      )}
    </Fact>
  );
}

function ActionList({ actions }: { actions: readonly RecordedAction[] }) {
  if (actions.length === 0) return <p className="text-ink-soft text-sm">Nothing is recorded yet.</p>;
  return (
    <ol className="space-y-3 text-sm">
      {actions.map((action) => (
        <ActionItem key={action.id} action={action} />
      ))}
    </ol>
  );
}

const APPROVALS = {
  waiting: 'Waits for approval',
  approved: 'Approved',
  rejected: 'Rejected',
} as const;

function ActionItem({ action }: { action: RecordedAction }) {
  const { type, value, doneAt, note, result, reason, approval, position } = action;
  const unusual = timeNote(action);
  return (
    <li className="border-line border-l-4 pl-3">
      <p className="wrap-anywhere">
        <span className="font-semibold">{ACTION_LABELS[type]}</span>
        {value !== null && (
          <>
            : <bdi>{value}</bdi>
          </>
        )}
        , <time dateTime={doneAt}>{momentText(doneAt, site.timeZone)}</time>{' '}
        {approval && <Badge variant="quiet">{APPROVALS[approval]}</Badge>}
      </p>
      {unusual && <p className="text-ink-soft">{unusual}</p>}
      {note && (
        <p dir="auto" className="wrap-anywhere whitespace-pre-line">
          {note}
        </p>
      )}
      {result === 'refused' && <p className="wrap-anywhere text-danger">Not accepted: {reason}</p>}
      {position && <PlaceText {...position} />}
    </li>
  );
}

/** Not a link to a map of others: the position would leave the office. */
function PlaceText({ lat, lng }: { lat: number; lng: number }) {
  return (
    <p className="text-ink-soft tabular-nums">
      Position {lat.toFixed(5)}, {lng.toFixed(5)}
    </p>
  );
}

function Positions({ photos }: { photos: readonly RecordedPhoto[] }) {
  const placed = photos.filter(({ position }) => position !== null);
  return (
    <ul className="mt-3 space-y-1 text-sm">
      {placed.map(({ id, type, position }) => (
        <li key={id}>
          {RECORDED_PHOTO_LABELS[type]} photo {position && <PlaceText {...position} />}
        </li>
      ))}
    </ul>
  );
}
