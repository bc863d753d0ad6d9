import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { can } from '#domain/accounts/access.ts';
import { stopRecordQuery } from '#web/api/driver-records.ts';
import { useTabSession } from '#web/api/session.ts';
import { LoadFailure } from '#web/kit/table/LoadFailure.tsx';
import { RowButton } from '#web/kit/table/RowButton.tsx';
import { Dialog } from '#web/kit/ui/dialog/Dialog.tsx';
import { lazyDialog } from '#web/kit/ui/dialog/lazy-dialog.tsx';
import { StopRecordDetails } from './StopRecordDetails.tsx';
import { recordTitle } from './words.ts';

const PhoneLostDialog = lazyDialog(async () => (await import('./PhoneLostDialog.tsx')).PhoneLostDialog);

type Props = { stopId: number; onClose: () => void };

/** What a driver recorded at a stop: times, units, ticket and photos. */
export function StopRecordDialog({ stopId, onClose }: Props) {
  const [hasPositions, setPositions] = useState(false);
  const plain = useQuery(stopRecordQuery(stopId));
  const placed = useQuery({ ...stopRecordQuery(stopId, { positions: true }), enabled: hasPositions });
  const [isLosing, setLosing] = useState(false);
  const { sessionState } = useTabSession();
  const mayDispatch = sessionState.status === 'signedIn' && can(sessionState.role, 'dispatch:write');
  const { data: record = plain.data, error = plain.error } = placed;
  const retry = () => void (hasPositions ? placed : plain).refetch();
  return (
    <Dialog title={record ? recordTitle(record) : 'Stop'} layout="page" onClose={onClose}>
      <div className="space-y-6 p-4 sm:p-6">
        {error && (
          <LoadFailure
            failed="The record could not be loaded."
            error={error}
            isFetching={plain.isFetching || placed.isFetching}
            onRetry={retry}
          />
        )}
        {!record && !error && (
          <div role="status">
            <span className="sr-only">Loading the record...</span>
            <div aria-hidden="true" className="h-40 animate-pulse rounded-md bg-sunk" />
          </div>
        )}
        {record && (
          <StopRecordDetails record={record} onPositions={hasPositions ? null : () => setPositions(true)} />
        )}
        {record && mayDispatch && <RowButton onClick={() => setLosing(true)}>Phone lost</RowButton>}
      </div>
      {record && isLosing && <PhoneLostDialog driver={record.driver} onClose={() => setLosing(false)} />}
    </Dialog>
  );
}
