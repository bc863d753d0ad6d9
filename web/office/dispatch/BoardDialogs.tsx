import type { BlockingStop, Board, BoardJob, BoardRoute, BoardStop } from '#contract/dispatch.ts';
import { lazyDialog } from '#web/kit/ui/dialog/lazy-dialog.tsx';
import type { Placed, StopPlacement } from './board-changes.ts';
import type { UnitSide } from './UnitDialog.tsx';
import type { BoardActions } from './use-board.ts';
import { jobsById } from './words.ts';

const PlaceDialog = lazyDialog(async () => (await import('./PlaceDialog.tsx')).PlaceDialog);
const CrewDialog = lazyDialog(async () => (await import('./CrewDialog.tsx')).CrewDialog);
const PlanDialog = lazyDialog(async () => (await import('./PlanDialog.tsx')).PlanDialog);
const ImpossibleStopsDialog = lazyDialog(
  async () => (await import('./ImpossibleStopsDialog.tsx')).ImpossibleStopsDialog,
);
const OutDialog = lazyDialog(async () => (await import('./OutDialog.tsx')).OutDialog);
const MinutesDialog = lazyDialog(async () => (await import('./MinutesDialog.tsx')).MinutesDialog);
const RouteHistoryDialog = lazyDialog(
  async () => (await import('./RouteHistoryDialog.tsx')).RouteHistoryDialog,
);
const RemoveRouteDialog = lazyDialog(async () => (await import('./RemoveRouteDialog.tsx')).RemoveRouteDialog);
const SignInLinkDialog = lazyDialog(
  async () => (await import('#web/office/driver-records/SignInLinkDialog.tsx')).SignInLinkDialog,
);
const StopRecordDialog = lazyDialog(
  async () => (await import('#web/office/driver-records/StopRecordDialog.tsx')).StopRecordDialog,
);
const UnitDialog = lazyDialog(async () => (await import('./UnitDialog.tsx')).UnitDialog);
const WindowDialog = lazyDialog(
  async () => (await import('#web/office/bookings/jobs/WindowDialog.tsx')).WindowDialog,
);

/** Jobs that were chosen for a route, and what they are in words. */
export type ChosenJobs = { jobIds: readonly number[]; name: string };

/** The dialog that is open, and its subject. */
export type OpenDialog =
  | { type: 'place'; placed: Placed; name: string }
  | { type: 'crew'; route: BoardRoute | null; jobs?: ChosenJobs }
  | { type: 'unit'; job: BoardJob; side: UnitSide }
  | { type: 'window'; job: BoardJob }
  | { type: 'plan'; route: BoardRoute | null }
  | { type: 'minutes'; stop: BoardStop; routeId: number }
  | { type: 'publish'; route: BoardRoute; blocking: readonly BlockingStop[] }
  | { type: 'out'; routeId: number }
  | { type: 'remove'; routeId: number }
  | { type: 'history'; route: BoardRoute }
  | { type: 'record'; stopId: number }
  | { type: 'link'; route: BoardRoute };

type Props = {
  board: Board;
  dialog: OpenDialog | null;
  changes: BoardActions;
  onPlace: (placement: StopPlacement) => void;
  onMinutes: (routeId: number, stop: BoardStop, minutes: number) => void;
  onClose: () => void;
};

/** The dialogs of the board, each loaded when it opens. */
export function BoardDialogs({ board, dialog, changes, onPlace, onMinutes, onClose }: Props) {
  return (
    <>
      {dialog?.type === 'place' && (
        <PlaceDialog
          board={board}
          placed={dialog.placed}
          name={dialog.name}
          onPlace={onPlace}
          onClose={onClose}
        />
      )}
      {dialog?.type === 'crew' && (
        <CrewDialog
          board={board}
          route={dialog.route}
          jobs={dialog.jobs}
          onPlace={onPlace}
          onClose={onClose}
        />
      )}
      {dialog?.type === 'plan' && <PlanDialog board={board} route={dialog.route} onClose={onClose} />}
      {dialog?.type === 'unit' && <UnitDialog job={dialog.job} side={dialog.side} onClose={onClose} />}
      {dialog?.type === 'window' && (
        <WindowDialog job={jobsById(board).get(dialog.job.id) ?? dialog.job} onClose={onClose} />
      )}
      {dialog?.type === 'minutes' && (
        <MinutesDialog
          stop={dialog.stop}
          onSave={(minutes) => onMinutes(dialog.routeId, dialog.stop, minutes)}
          onClose={onClose}
        />
      )}
      {dialog?.type === 'publish' && (
        <ImpossibleStopsDialog
          day={board.day}
          routeId={dialog.route.id}
          driver={dialog.route.driver.name}
          blocking={dialog.blocking}
          onClose={onClose}
        />
      )}
      {dialog?.type === 'out' && <OutDialog board={board} routeId={dialog.routeId} onClose={onClose} />}
      {dialog?.type === 'remove' && (
        <RemoveRouteDialog board={board} routeId={dialog.routeId} changes={changes} onClose={onClose} />
      )}
      {dialog?.type === 'record' && <StopRecordDialog stopId={dialog.stopId} onClose={onClose} />}
      {dialog?.type === 'link' && <SignInLinkDialog driver={dialog.route.driver} onClose={onClose} />}
      {dialog?.type === 'history' && <RouteHistoryDialog route={dialog.route} onClose={onClose} />}
    </>
  );
}
