import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { StopRecordReply } from '#contract/stop-records.ts';
import { formatDay } from '#domain/shared/days.ts';
import { bookingRecordsQuery } from '#web/api/driver-records.ts';
import { LoadFailure } from '#web/kit/table/LoadFailure.tsx';
import { RowButton } from '#web/kit/table/RowButton.tsx';
import { Badge } from '#web/kit/ui/Badge.tsx';
import { Card } from '#web/kit/ui/Card.tsx';
import { lazyDialog } from '#web/kit/ui/dialog/lazy-dialog.tsx';
import { PhotoGrid } from './PhotoGrid.tsx';
import { recordTitle, STOP_STATUS_LABELS } from './words.ts';

const StopRecordDialog = lazyDialog(async () => (await import('./StopRecordDialog.tsx')).StopRecordDialog);

/** What drivers recorded for a booking. Not shown before they have recorded anything. */
export function BookingRecordsCard({ bookingId }: { bookingId: number }) {
  const { data, error, isFetching, refetch } = useQuery(bookingRecordsQuery(bookingId));
  const [openedId, setOpenedId] = useState<number | null>(null);
  if (!data && !error) return null;
  if (data?.length === 0) return null;
  return (
    <Card title="Driver Records">
      {!data && (
        <LoadFailure
          failed="The records of drivers could not be loaded."
          error={error}
          isFetching={isFetching}
          onRetry={() => void refetch()}
        />
      )}
      {data && (
        <ul className="divide-y divide-line">
          {data.map((record) => (
            <RecordItem key={record.id} record={record} onOpen={() => setOpenedId(record.id)} />
          ))}
        </ul>
      )}
      {openedId !== null && <StopRecordDialog stopId={openedId} onClose={() => setOpenedId(null)} />}
    </Card>
  );
}

function RecordItem({ record, onOpen }: { record: StopRecordReply; onOpen: () => void }) {
  const { status, day, driver, photos, outcomeReason } = record;
  const title = recordTitle({ type: record.type, site: record.site });
  return (
    <li className="space-y-2 py-3 first:pt-0 last:pb-0">
      <div className="flex flex-wrap items-center justify-between gap-2">
        <div className="min-w-0">
          <p className="wrap-anywhere font-semibold">
            {title}{' '}
            <Badge variant={status === 'attempted' ? 'danger' : 'quiet'}>{STOP_STATUS_LABELS[status]}</Badge>
          </p>
          <p className="wrap-anywhere text-ink-soft text-sm">
            {formatDay(day)}, <bdi>{driver.name}</bdi>
          </p>
        </div>
        <RowButton onClick={onOpen}>
          Details <span className="sr-only">of {title}</span>
        </RowButton>
      </div>
      {outcomeReason && (
        <p dir="auto" className="wrap-anywhere whitespace-pre-line text-sm">
          {outcomeReason}
        </p>
      )}
      <PhotoGrid photos={photos} size="small" />
    </li>
  );
}
