import type { DumpTicket } from '#contract/dump-tickets.ts';
import type { RecordedPhoto } from '#contract/stop-records.ts';
import { formatWeight } from '#domain/catalog/dump-tickets.ts';
import { formatDay } from '#domain/shared/days.ts';
import { formatUsd } from '#domain/shared/money.ts';
import { site } from '#web/config.ts';
import { momentText } from '#web/kit/dates/moment.ts';
import { RowButton } from '#web/kit/table/RowButton.tsx';
import { Badge } from '#web/kit/ui/Badge.tsx';
import { PhotoGrid } from '#web/office/driver-records/PhotoGrid.tsx';

type Props = {
  fee: DumpTicket;
  /** What the driver photographed of it. */
  photos: readonly RecordedPhoto[];
  onVoid: ((fee: DumpTicket) => void) | null;
};

/** A dump ticket; a voided one is struck through and says so. */
export function DumpTicketItem({ fee, photos, onVoid }: Props) {
  const { voidedAt } = fee;
  return (
    <li id={feeElementId(fee.id)} tabIndex={-1} className="text-sm">
      {voidedAt === null ? (
        <Ticket fee={fee} />
      ) : (
        <>
          <p className="mb-1 text-ink-soft">
            <Badge variant="quiet">Voided</Badge>{' '}
            <time dateTime={voidedAt}>{momentText(voidedAt, site.timeZone)}</time>
          </p>
          <del className="block text-ink-soft">
            <Ticket fee={fee} />
          </del>
        </>
      )}
      {photos.length > 0 && (
        <div className="mt-2">
          <PhotoGrid photos={photos} size="small" />
        </div>
      )}
      {voidedAt === null && onVoid && (
        <div className="mt-2">
          <RowButton onClick={() => onVoid(fee)}>
            Void <span className="sr-only">the ticket of {ticketName(fee)}</span>
          </RowButton>
        </div>
      )}
    </li>
  );
}

export const feeElementId = (id: number) => `dump-fee-${id}`;

/** 'Nov 20, 2026, County landfill, $80.00'. */
export function ticketName({ dumpDate, dumpLocation, feeAmount }: DumpTicket): string {
  return `${formatDay(dumpDate)}, ${dumpLocation}, ${formatUsd(feeAmount)}`;
}

function Ticket({ fee }: { fee: DumpTicket }) {
  return (
    <>
      <span className="flex justify-between gap-4">
        <span className="wrap-anywhere min-w-0">
          <bdi className="font-semibold">{fee.dumpLocation}</bdi>
        </span>
        <span className="font-semibold tabular-nums">{formatUsd(fee.feeAmount)}</span>
      </span>
      <span className="block text-ink-soft tabular-nums">
        {formatDay(fee.dumpDate)}, {formatWeight(fee.weight)}
        {fee.ticketNumber !== null && (
          <>
            , ticket <bdi>{fee.ticketNumber}</bdi>
          </>
        )}
      </span>
      {fee.notes && (
        <span dir="auto" className="wrap-anywhere mt-1 block max-w-prose whitespace-pre-line">
          {fee.notes}
        </span>
      )}
    </>
  );
}
