import { Fragment, useState } from 'react';
import { Link } from 'react-router';
import type { Truck } from '#contract/trucks.ts';
import { type Day, formatWeekday } from '#domain/shared/days.ts';
import { trucksQuery, useDeleteTruck } from '#web/api/dispatch-setup.ts';
import { MutationDialog, Named } from '#web/kit/form/dialog/MutationDialog.tsx';
import { Badge } from '#web/kit/ui/Badge.tsx';
import { Button } from '#web/kit/ui/Button.tsx';
import { dispatchPath } from '#web/paths.ts';
import { SetupHistory } from './SetupHistory.tsx';
import { SetupList, SetupPage, SetupRow } from './SetupList.tsx';
import {
  AddTruckDialog,
  carriesText,
  EditTruckDialog,
  TRUCK_LABELS,
  truckValueText,
} from './TruckDialogs.tsx';

type OpenDialog = { type: 'add' } | { type: 'edit' | 'delete'; truck: Truck };

export function TrucksPage() {
  const [dialog, setDialog] = useState<OpenDialog | null>(null);
  const close = () => setDialog(null);
  return (
    <SetupPage
      title="Trucks"
      text="The trucks that drive your routes. A change takes effect at once."
      subject="The trucks"
      query={trucksQuery}
    >
      {(trucks, canWrite) => (
        <>
          <SetupList
            title="Trucks"
            text="Each route has one truck and one driver. Trucks out of service keep the routes that they have."
            empty={canWrite ? 'No trucks yet. Add the first one to plan routes.' : 'No trucks yet.'}
            rows={trucks}
            actions={
              canWrite && (
                <Button className="max-sm:w-full" onClick={() => setDialog({ type: 'add' })}>
                  Add a truck
                </Button>
              )
            }
          >
            {(truck) => (
              <SetupRow
                key={truck.id}
                name={truck.name}
                badge={!truck.isInService && <Badge variant="quiet">Out of service</Badge>}
                canWrite={canWrite}
                onEdit={() => setDialog({ type: 'edit', truck })}
                onDelete={() => setDialog({ type: 'delete', truck })}
              >
                <p className="text-ink-soft">
                  {truck.plate && (
                    <>
                      Plate <bdi>{truck.plate}</bdi>.{' '}
                    </>
                  )}
                  {carriesText(truck.capacity)}.
                </p>
                {!truck.isInService && <RoutesToCome days={truck.routeDays} />}
              </SetupRow>
            )}
          </SetupList>
          <SetupHistory
            kind="truck"
            text="Trucks that were added, changed and deleted."
            labels={TRUCK_LABELS}
            valueText={truckValueText}
          />
          {dialog?.type === 'add' && <AddTruckDialog onClose={close} />}
          {dialog?.type === 'edit' && <EditTruckDialog truck={dialog.truck} onClose={close} />}
          {dialog?.type === 'delete' && <DeleteTruckDialog truck={dialog.truck} onClose={close} />}
        </>
      )}
    </SetupPage>
  );
}

/** The routes that a truck out of service still has. */
function RoutesToCome({ days }: { days: readonly Day[] }) {
  if (days.length === 0) return null;
  return (
    <p className="mt-1">
      It still has routes. Give them another truck with <b>Edit route</b> on{' '}
      {days.map((day, index) => (
        <Fragment key={day}>
          {index > 0 && ', '}
          <Link to={dispatchPath(day)} className="font-semibold text-brand underline">
            {formatWeekday(day)}
          </Link>
        </Fragment>
      ))}
      .
    </p>
  );
}

function DeleteTruckDialog({ truck, onClose }: { truck: Truck; onClose: () => void }) {
  return (
    <MutationDialog
      title="Delete truck?"
      confirmText="Delete"
      pendingText="Deleting..."
      mutation={useDeleteTruck()}
      target={truck}
      done={{ title: 'Truck deleted', text: `${truck.name} is gone.` }}
      failed="The truck could not be deleted"
      onClose={onClose}
    >
      <p>
        <Named>{truck.name}</Named> can no longer be planned. Past routes keep it. This cannot be undone.
      </p>
    </MutationDialog>
  );
}
