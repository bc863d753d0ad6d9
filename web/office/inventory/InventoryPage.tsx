import { useQuery } from '@tanstack/react-query';
import { useCallback, useMemo, useState } from 'react';
import { Link } from 'react-router';
import type { CatalogNames } from '#contract/catalog-names.ts';
import { type Dumpster, listDumpsters } from '#contract/inventory.ts';
import { can } from '#domain/accounts/access.ts';
import { PLACE_LABELS, UNIT_PLACES } from '#domain/dispatch/places.ts';
import { catalogNamesQuery } from '#web/api/catalog.ts';
import { useUpdateDumpster } from '#web/api/inventory.ts';
import { useTabSession } from '#web/api/session.ts';
import { todayHere } from '#web/kit/dates/moment.ts';
import { toastErrorText } from '#web/kit/form/failure.ts';
import { ListView } from '#web/kit/table/ListView.tsx';
import type { ListDefinition } from '#web/kit/table/list-state.ts';
import { useList } from '#web/kit/table/use-list.ts';
import { Button, buttonClass } from '#web/kit/ui/Button.tsx';
import { lazyDialog } from '#web/kit/ui/dialog/lazy-dialog.tsx';
import { PageHeading } from '#web/kit/ui/page/PageHeading.tsx';
import { toast } from '#web/kit/ui/toast/toast-store.ts';
import { PATHS } from '#web/paths.ts';
import { AvailabilityCards } from './AvailabilityCards.tsx';
import { ComingDays } from './ComingDays.tsx';
import { fleetColumns, type UnitAction } from './columns.tsx';
import { HoldsSection } from './HoldsSection.tsx';
import { switchedWords } from './words.ts';

const FleetDialog = lazyDialog(async () => (await import('./FleetDialog.tsx')).FleetDialog);

/** `sizes`: undefined until they are loaded. */
const fleetDefinition = (sizes: CatalogNames['dumpsterSizes'] = []): ListDefinition => ({
  defaultSort: 'dumpsterNumber',
  entity: 'dumpster',
  filters: [
    {
      field: 'dumpsterType',
      label: 'Size',
      kind: 'select',
      options: sizes.map(({ id, name }) => ({ value: id, label: name })),
    },
    {
      field: 'isAvailable',
      label: 'Status',
      kind: 'select',
      options: [
        { value: 'true', label: 'In service' },
        { value: 'false', label: 'Out of service' },
      ],
    },
    {
      field: 'place',
      label: 'Location',
      kind: 'select',
      options: UNIT_PLACES.map((place) => ({ value: place, label: PLACE_LABELS[place] })),
    },
  ],
});

export default function InventoryPage() {
  const { data: names } = useQuery(catalogNamesQuery());
  const definition = useMemo(() => fleetDefinition(names?.dumpsterSizes), [names]);
  const list = useList(listDumpsters, definition);
  const { sessionState } = useTabSession();
  const canWrite = sessionState.status === 'signedIn' && can(sessionState.role, 'inventory:write');
  const canMove = sessionState.status === 'signedIn' && can(sessionState.role, 'dispatch:write');
  const [action, setAction] = useState<UnitAction | null>(null);
  const mayBook = sessionState.status === 'signedIn' && can(sessionState.role, 'bookings:write');
  const openMove = useCallback((unit: Dumpster) => setAction({ kind: 'move', unit }), []);
  const onMove = mayBook ? openMove : null;
  const { turn, turningId } = useServiceSwitch(onMove);
  const columns = useMemo(
    () => fleetColumns({ canWrite, canMove, onAction: setAction, turn, turningId }),
    [canWrite, canMove, turn, turningId],
  );
  const close = useCallback(() => setAction(null), []);
  return (
    <div className="space-y-8">
      <div className="flex flex-wrap items-start justify-between gap-4">
        <PageHeading title="Dumpster Inventory">
          The fleet, and what is free of it. Days held by a customer who is paying count as taken.
        </PageHeading>
        {/* Here and not above the list, which moves down while the parts between are loaded. */}
        <div className="flex flex-wrap gap-2 max-sm:w-full">
          <Link to={PATHS.adminTimeline} className={`${buttonClass('secondary')} max-sm:grow`}>
            Fleet timeline
          </Link>
          {canWrite && (
            <Button className="max-sm:grow" onClick={() => setAction({ kind: 'add' })}>
              Add Dumpster
            </Button>
          )}
        </div>
      </div>
      <AvailabilityCards />
      <ComingDays />
      <HoldsSection canWrite={canWrite} />
      <ListView
        list={list}
        columns={columns}
        caption="Dumpsters"
        empty="No dumpsters found"
        failed="The dumpsters could not be loaded."
        searchLabel="Search number, size, notes"
        rowKey={(unit) => unit.id}
        rowName={(unit) => unit.dumpsterNumber}
        onOpen={(unit) => setAction({ kind: 'schedule', unit })}
      />
      {action && (
        <FleetDialog
          action={action}
          onClose={close}
          onMove={onMove}
          onLocation={canMove ? (unit) => setAction({ kind: 'location', unit }) : null}
        />
      )}
    </div>
  );
}

/** Puts a unit into service or takes it out; one at a time. `onStaying`: the unit that went out has coming bookings. */
function useServiceSwitch(onStaying: ((unit: Dumpster) => void) | null) {
  const { mutateAsync } = useUpdateDumpster();
  const [turningId, setTurningId] = useState<number | null>(null);
  const turn = useCallback(
    ({ id, isAvailable }: Dumpster) => {
      if (turningId !== null) return;
      setTurningId(id);
      mutateAsync({ id, changes: { isAvailable: !isAvailable }, today: todayHere() })
        .then(({ dumpster, staying }) => {
          toast({ title: 'Dumpster Updated', text: switchedWords(dumpster, staying), variant: 'plain' });
          if (staying && staying.length > 0) onStaying?.(dumpster);
        })
        .catch((error) => toastErrorText(error, 'Failed to update dumpster'))
        .finally(() => setTurningId(null));
    },
    [mutateAsync, turningId, onStaying],
  );
  return { turn, turningId };
}
