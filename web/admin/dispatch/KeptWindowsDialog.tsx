import { useQuery } from '@tanstack/react-query';
import { getKeptWindows, type KeptWindows, type WindowCounts } from '#contract/kept-windows.ts';
import { formatDay } from '#domain/days.ts';
import { JOB_LABELS } from '#domain/jobs.ts';
import { call } from '#web/api/call.ts';
import { failureText } from '#web/form/failure.ts';
import { Dialog } from '#web/ui/dialog/Dialog.tsx';
import { Notice } from '#web/ui/Notice.tsx';

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
        <strong>{shareText(total)}</strong> of {total.sent} windows were kept. {total.changed} had been
        changed before.
      </p>
      <FigureTable title="By week" rows={byWeek.map((row) => [formatDay(row.week), row])} />
      <FigureTable title="By driver" rows={byDriver.map((row) => [row.name, row])} />
      <FigureTable title="By type" rows={byType.map((row) => [JOB_LABELS[row.type], row])} />
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

/** Scrolls sideways on a phone. */
function FigureTable({ title, rows }: { title: string; rows: readonly (readonly [string, WindowCounts])[] }) {
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
          <tr className="border-line border-b text-ink-soft">
            <th scope="col" className="py-1 pr-3 text-left">
              <span className="sr-only">{title}</span>
            </th>
            {COLUMNS.map(([key, label]) => (
              <th key={key} scope="col" className="px-2 py-1 text-right font-normal">
                {label}
              </th>
            ))}
            <th scope="col" className="py-1 pl-2 text-right font-normal">
              Share kept
            </th>
          </tr>
        </thead>
        <tbody>
          {rows.map(([name, counts]) => (
            <tr key={name} className="border-line border-b">
              <th scope="row" className="whitespace-nowrap py-1 pr-3 text-left font-semibold">
                {name}
              </th>
              {COLUMNS.map(([key]) => (
                <td key={key} className="px-2 py-1 text-right tabular-nums">
                  {counts[key]}
                </td>
              ))}
              <td className="py-1 pl-2 text-right font-semibold tabular-nums">{shareText(counts)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
