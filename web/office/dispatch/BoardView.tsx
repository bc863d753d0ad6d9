import { DndContext, DragOverlay } from '@dnd-kit/core';
import { useState } from 'react';
import type { Board, BoardRoute } from '#contract/dispatch.ts';
import { findBoardConflict, stopKeyOf, usePublishRoute } from '#web/api/dispatch.ts';
import { useEndAbsence } from '#web/api/dispatch-out.ts';
import { toastFailure } from '#web/kit/form/failure.ts';
import { RowButton } from '#web/kit/table/RowButton.tsx';
import { DriveSource } from '#web/kit/ui/DriveSource.tsx';
import { toast } from '#web/kit/ui/toast/toast-store.ts';
import { BoardDialogs, type OpenDialog } from './BoardDialogs.tsx';
import type { Dragged } from './CardParts.tsx';
import type { BoardViewName } from './DispatchPage.tsx';
import { JobPool } from './JobPool.tsx';
import { canHaveRoutes, MissingParts } from './MissingParts.tsx';
import { MapPanel } from './map/MapPanel.tsx';
import type { MapSwitch } from './map/map-switch.ts';
import { OpenMessages } from './messages/OpenMessages.tsx';
import { RefusedNotices } from './RefusedNotices.tsx';
import { type RouteActions, RouteColumn } from './RouteColumn.tsx';
import { RouteTimeline } from './RouteTimeline.tsx';
import { type BoardActions, useBoard } from './use-board.ts';
import { useCardKeys } from './use-card-keys.ts';
import { columnAtPointer, useDragging } from './use-dragging.ts';
import { useJobSelection } from './use-job-selection.ts';
import { jobName, STOP_SIGNS, stopTitle } from './words.ts';

type Props = { board: Board; view: BoardViewName; map: MapSwitch; mayWrite: boolean };

/** The jobs and routes of a day, as columns or along the hours, with the map beside the routes or in their place. */
export function BoardView({ board, view, map, mayWrite }: Props) {
  const changes = useBoard(board.day);
  const selection = useJobSelection(board);
  const isMapView = map.isOn && !map.isBeside;
  const [dialog, setDialog] = useState<OpenDialog | null>(null);
  const actionsOf = useRouteActions(board, { changes, onDialog: setDialog });
  // In the order of the list, however they were selected: it has the delivery of a booking before its pickup.
  const planJobs = (selected: readonly number[]) => {
    const jobs = board.jobs.filter(({ id }) => selected.includes(id));
    const jobIds = jobs.map(({ id }) => id);
    const [first] = jobs;
    if (!first) return;
    const name = jobIds.length === 1 ? jobName(first) : `${jobIds.length} jobs`;
    if (board.routes.length === 0) {
      return setDialog({ type: 'crew', route: null, jobs: { jobIds, name } });
    }
    setDialog({ type: 'place', placed: { kind: 'jobs', jobIds }, name });
  };
  const drag = useDragging({ board, changes, selected: selection.ids, onDropped: () => selection.set([]) });
  const pool = (
    <JobPool
      board={board}
      selection={mayWrite ? selection : null}
      onPlan={planJobs}
      onWindow={mayWrite ? (job) => setDialog({ type: 'window', job }) : null}
      onAdd={(routeId, jobIds) => {
        changes.place({ routeId, index: null, placed: { kind: 'jobs', jobIds } });
        selection.set([]);
      }}
    />
  );
  const { keys, focusBoard } = useCardKeys({ board, selection, planJobs, onDialog: setDialog, mayWrite });
  return (
    <DndContext
      sensors={drag.sensors}
      collisionDetection={columnAtPointer}
      accessibility={{ announcements: SILENT, screenReaderInstructions: { draggable: '' } }}
      onDragStart={drag.start}
      onDragOver={drag.over}
      onDragEnd={drag.end}
      onDragCancel={drag.cancel}
    >
      <RefusedNotices
        board={board}
        changes={changes}
        onChooseUnit={(job) => setDialog({ type: 'unit', job, side: 'moved' })}
        onAnswered={focusBoard}
      />
      <p aria-live="polite" className="sr-only">
        {changes.isSaving ? 'Saving' : changes.news}
      </p>
      <PartLinks board={board} />
      <div {...keys} className="flex items-start gap-3 max-md:flex-col">
        {pool}
        <section
          aria-label="Routes"
          className={`min-w-0 flex-1 space-y-2 max-md:w-full ${isMapView ? 'max-md:order-first' : ''}`}
        >
          <RoutesHead
            board={board}
            onAdd={mayWrite ? () => setDialog({ type: 'crew', route: null }) : null}
            onPlanDay={mayWrite ? () => setDialog({ type: 'plan', route: null }) : null}
          />
          {board.routes.length === 0 && <NoRoutes board={board} mayWrite={mayWrite} />}
          {isMapView && <MapPanel board={board} />}
          {view === 'timeline' && !isMapView && <RouteTimeline board={board} />}
          {view === 'columns' && !isMapView && (
            // Relative, so that texts for screen readers scroll with it and do not widen the page.
            <div
              data-columns=""
              className="relative flex items-start gap-2 overflow-x-auto pb-3 max-md:flex-col max-md:items-stretch"
            >
              {board.routes.map((route) => (
                <RouteColumn
                  key={route.id}
                  board={board}
                  route={route}
                  target={drag.target}
                  actions={mayWrite ? actionsOf(route) : null}
                  onHistory={() => setDialog({ type: 'history', route })}
                  onRecord={(stopId) => setDialog({ type: 'record', stopId })}
                />
              ))}
            </div>
          )}
          <p className="text-ink-soft text-sm empty:hidden">
            {board.routes.some(({ stops }) => stops.length > 0) && (
              <DriveSource isEstimate={board.isEstimate} />
            )}
          </p>
        </section>
        {map.isOn && map.isBeside && <MapPanel board={board} />}
      </div>
      <DragOverlay dropAnimation={null}>{drag.dragged && <DragCard {...drag} />}</DragOverlay>
      <BoardDialogs
        board={board}
        dialog={dialog}
        changes={changes}
        onPlace={(placement) => {
          changes.place(placement);
          selection.set([]);
        }}
        onMinutes={(routeId, stop, minutes) => changes.edit({ routeId, key: stopKeyOf(stop), minutes })}
        onClose={() => setDialog(null)}
      />
      <OpenMessages board={board} mayWrite={mayWrite} />
    </DndContext>
  );
}

/** Drags are announced by the times that follow; the keyboard uses the dialog. */
const SILENT = {
  onDragStart: () => undefined,
  onDragOver: () => undefined,
  onDragEnd: () => undefined,
  onDragCancel: () => undefined,
};

function NoRoutes({ board, mayWrite }: { board: Board; mayWrite: boolean }) {
  if (mayWrite && !canHaveRoutes(board)) {
    return (
      <div className="rounded-lg border border-edge border-dashed p-6 text-ink-soft text-sm">
        <MissingParts board={board} />
      </div>
    );
  }
  return (
    <p className="rounded-lg border border-edge border-dashed p-8 text-center text-ink-soft text-sm">
      No routes on this day yet.
      {mayWrite &&
        ' "Plan day" proposes routes for all open jobs and free trucks. "Add route" begins with one. Then drag jobs to a route, or select them and press M. Shift and an arrow key select several.'}
    </p>
  );
}

/** On phones the routes are below all open jobs: these buttons scroll to each part. */
function PartLinks({ board }: { board: Board }) {
  const parts = [
    { id: 'open-jobs', text: 'Open jobs', count: board.jobs.length },
    { id: 'routes', text: 'Routes', count: board.routes.length },
  ];
  return (
    <nav aria-label="Parts of the board" className="sticky top-14 z-10 flex gap-1 bg-paper py-1 md:hidden">
      {parts.map(({ id, text, count }) => (
        <RowButton
          key={id}
          className="!min-h-11 flex-1"
          onClick={() => {
            const heading = document.getElementById(id);
            heading?.scrollIntoView({ block: 'start' });
            heading?.focus({ preventScroll: true });
          }}
        >
          {text} <span className="font-normal tabular-nums">{count}</span>
        </RowButton>
      ))}
    </nav>
  );
}

type HeadProps = { board: Board; onAdd: (() => void) | null; onPlanDay: (() => void) | null };

function RoutesHead({ board, onAdd, onPlanDay }: HeadProps) {
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
      <h2 id="routes" tabIndex={-1} className="flex-1 scroll-mt-32 text-lg">
        Routes <span className="font-normal text-ink-soft tabular-nums">{board.routes.length}</span>
      </h2>
      {onPlanDay && <RowButton onClick={onPlanDay}>Plan day</RowButton>}
      {onAdd && <RowButton onClick={onAdd}>Add route</RowButton>}
    </div>
  );
}

type ActionOptions = { changes: BoardActions; onDialog: (dialog: OpenDialog) => void };

/** What the buttons and menus of a route do. */
function useRouteActions(board: Board, { changes, onDialog }: ActionOptions) {
  const publishing = usePublishRoute(board.day);
  const returning = useEndAbsence(board.day);
  return (route: BoardRoute): RouteActions => {
    const routeId = route.id;
    return {
      onPlan: (stop) =>
        onDialog({ type: 'place', placed: { kind: 'stop', stopId: stop.id }, name: stopTitle(stop) }),
      onMove: (stop, index) => changes.place({ routeId, index, placed: { kind: 'stop', stopId: stop.id } }),
      onTakeOff: (stop) => changes.remove({ routeId, stopId: stop.id }),
      onChangeUnit: (job, side) => onDialog({ type: 'unit', job, side }),
      onChangeWindow: (job) => onDialog({ type: 'window', job }),
      onChangeMinutes: (stop) => onDialog({ type: 'minutes', stop, routeId }),
      onPin: (stop) => changes.edit({ routeId, key: stopKeyOf(stop), isPinned: !stop.isPinned }),
      onAddPlace: (type, siteId) =>
        changes.place({ routeId, index: null, placed: { kind: 'new_stop', type, siteId } }),
      onPublish: () =>
        publishing.mutate(
          { routeId },
          {
            onError: (error) => {
              const blocking = findBoardConflict(error)?.blocking;
              if (blocking) onDialog({ type: 'publish', route, blocking });
              else toastFailure('The route could not be published.', error);
            },
          },
        ),
      onChangeCrew: () => onDialog({ type: 'crew', route }),
      onOptimize: () => onDialog({ type: 'plan', route }),
      onOut: () => onDialog({ type: 'out', routeId }),
      onBack: (absenceId) =>
        returning.mutate(absenceId, {
          onSuccess: () =>
            toast({ title: 'Back in Service', text: 'Plan the route again.', variant: 'plain' }),
          onError: (error) => toastFailure('This was not changed.', error),
        }),
      onLink: () => onDialog({ type: 'link', route }),
      onRemove: () =>
        route.publishedAt === null
          ? void changes.removeRoute(route).catch((error) => {
              toastFailure('The route could not be removed.', error);
            })
          : onDialog({ type: 'remove', routeId }),
      isPublishing: publishing.isPending && publishing.variables.routeId === routeId,
    };
  };
}

function DragCard({ dragged, count }: { dragged: Dragged | null; count: number }) {
  if (!dragged) return null;
  const type = dragged.kind === 'job' ? dragged.job.type : dragged.stop.type;
  const name = dragged.kind === 'job' ? jobName(dragged.job) : stopTitle(dragged.stop);
  return (
    <div
      data-dragged=""
      className="w-72 cursor-grabbing rounded-md border border-brand bg-surface px-3 py-2 font-semibold text-sm shadow-lift"
    >
      <span aria-hidden="true">{STOP_SIGNS[type]} </span>
      <bdi>{count > 1 ? `${count} jobs` : name}</bdi>
    </div>
  );
}
