import { useQuery } from '@tanstack/react-query';
import { getKeptWindows, type KeptWindows, type WindowCounts } from '#contract/kept-windows.ts';
import { JOB_LABELS } from '#domain/jobs/jobs.ts';
import { formatDay } from '#domain/shared/days.ts';
import { call } from '#web/api/call.ts';
import { failureText } from '#web/kit/form/failure.ts';
import { Dialog } from '#web/kit/ui/dialog/Dialog.tsx';
import { Notice } from '#web/kit/ui/Notice.tsx';

/** How often drivers arrived within the windows that customers were given, in the last four weeks. */
export function KeptWindowsDialog({ onClose }: { onClose: () => void }) {
  const { data, error, isPending } = useQuery({
    queryKey: [getKeptWindows.name],
    queryFn: ({ signal }) => call(getKeptWindows, { query: {}, signal }),
    refetchOnMount: 'always',
  });
  return (
    <Dialog title="Arrival windows kept" layout="page" onClose={onClose}>
      <div className="space-y-4 p-4 sm:p-6">
        {isPending && <p role="status">Loading...</p>}
        {data && (
          <p className="text-ink-soft">
            {formatDay(data.from)} to {formatDay(data.to)}. The last window of each visit counts.
          </p>
        )}
        {error && <Notice variant="danger">{failureText('The figures could not be loaded.', error)}</Notice>}
        {data && (data.total.sent === 0 ? <NoWindows /> : <Figures kept={data} />)}
      </div>
    </Dialog>
  );
}

function NoWindows() {
  return (
    <Notice variant="quiet">
      No customer got an arrival window in these weeks. Customers get one when you publish their route, at the
      earliest at 6 PM on the day before.
    </Notice>
  );
}

function Figures({ kept }: { kept: KeptWindows }) {
  const { total, byWeek, byDriver, byType } = kept;
  return (
    <>
      <p className="text-lg">
        {total.sent === 1 ? (
          <>
            The only window was <strong>{total.kept === 1 ? 'kept' : 'not kept'}</strong>.
          </>
        ) : (
          <>
            <strong>{shareText(total)}</strong> of {total.sent} windows were kept.
          </>
        )}
        {total.changed > 0 && ` ${total.changed} replaced an earlier window.`}
      </p>
      <FigureTable
        title="By week"
        rows={byWeek.map((row) => ({ key: row.week, name: `Week of ${formatDay(row.week)}`, counts: row }))}
      />
      <FigureTable
        title="By driver"
        rows={byDriver.map((row) => ({ key: row.driverId, name: row.name, counts: row }))}
      />
      <FigureTable
        title="By type"
        rows={byType.map((row) => ({ key: row.type, name: JOB_LABELS[row.type], counts: row }))}
      />
    </>
  );
}

const shareText = ({ kept, sent }: WindowCounts) => `${Math.round((100 * kept) / sent)}%`;

const COLUMNS = [
  ['sent', 'Windows'],
  ['kept', 'Kept'],
  ['early', 'Early'],
  ['late', 'Late'],
  ['attempted', 'Not completed'],
  ['missed', 'Never arrived'],
  ['notRecorded', 'No arrival recorded'],
] as const;

/** Two drivers can have the same name. */
type FigureRow = { key: string | number; name: string; counts: WindowCounts };

/** Scrolls sideways on a phone. */
function FigureTable({ title, rows }: { title: string; rows: readonly FigureRow[] }) {
  return (
    <section
      className="overflow-x-auto"
      aria-label={title}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: the keyboard scrolls it
      tabIndex={0}
    >
      <table className="w-full text-sm">
        <caption className="pb-1 text-left font-semibold text-base">{title}</caption>
        <thead>
          <tr className="border-line border-b align-bottom text-ink-soft">
            <th scope="col" className="py-1 pr-3 text-left">
              <span className="sr-only">{title}</span>
            </th>
            <th scope="col" className="px-2 py-1 text-right font-normal">
              Share kept
            </th>
            {COLUMNS.map(([key, label]) => (
              <th key={key} scope="col" className="px-2 py-1 text-right font-normal">
                {label}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(({ key: row, name, counts }) => (
            <tr key={row} className="border-line border-b">
              <th scope="row" className="wrap-anywhere min-w-32 max-w-60 py-1 pr-3 text-left font-semibold">
                <bdi>{name}</bdi>
              </th>
              <td className="px-2 py-1 text-right font-semibold tabular-nums">{shareText(counts)}</td>
              {COLUMNS.map(([key]) => (
                <td key={key} className="px-2 py-1 text-right tabular-nums">
                  {counts[key]}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
