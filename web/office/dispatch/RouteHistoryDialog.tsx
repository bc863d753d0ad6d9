import type { BoardRoute } from '#contract/dispatch.ts';
import type { RouteHistoryEntry } from '#contract/dispatch-routes.ts';
import { routeHistoryQuery } from '#web/api/dispatch.ts';
import { site } from '#web/config.ts';
import { momentText } from '#web/kit/dates/moment.ts';
import { LoadingDialog } from '#web/kit/form/dialog/LoadingDialog.tsx';
import { CloseFooter } from '#web/kit/ui/dialog/CloseFooter.tsx';
import { Dialog } from '#web/kit/ui/dialog/Dialog.tsx';
import { routeName } from './words.ts';

type Props = { route: BoardRoute; onClose: () => void };

/** Who changed the plan of a route, when and how. */
export function RouteHistoryDialog({ route, onClose }: Props) {
  const title = `History of ${routeName(route)}`;
  return (
    <LoadingDialog query={routeHistoryQuery(route.id)} title={title} subject="The history" onClose={onClose}>
      {(entries) => (
        <Dialog layout="wide" footer={<CloseFooter onClose={onClose} />} title={title} onClose={onClose}>
          <HistoryEntries entries={entries} />
        </Dialog>
      )}
    </LoadingDialog>
  );
}

function HistoryEntries({ entries }: { entries: readonly RouteHistoryEntry[] }) {
  if (entries.length === 0) return <p className="mt-4 text-ink-soft">No changes are recorded yet.</p>;
  return (
    <ol className="mt-4 space-y-3 text-sm">
      {entries.map(({ id, changedBy, changedAt, lines }) => (
        <li key={id} className="border-line border-l-4 pl-3">
          {lines.map((line) => (
            <p key={line} className="wrap-anywhere">
              {line}
            </p>
          ))}
          <p className="wrap-anywhere text-ink-soft">
            {changedBy}, <time dateTime={changedAt}>{momentText(changedAt, site.timeZone)}</time>
          </p>
        </li>
      ))}
    </ol>
  );
}
