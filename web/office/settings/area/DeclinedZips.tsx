import { useQuery } from '@tanstack/react-query';
import type { listDeclinedZips } from '#contract/declined-zips.ts';
import type { ReplyOf } from '#contract/endpoint.ts';
import { formatDay } from '#domain/shared/days.ts';
import { formatCount } from '#domain/shared/text.ts';
import { declinedZipsQuery } from '#web/api/catalog-draft.ts';
import { LoadFailure } from '#web/kit/table/LoadFailure.tsx';
import { Folded } from '#web/kit/ui/Folded.tsx';
import { SettingsSection } from '#web/office/settings/SettingsSection.tsx';

/** Where customers wanted a dumpster and were declined. */
export function DeclinedZips() {
  const { data, error, isFetching, refetch } = useQuery(declinedZipsQuery);
  return (
    <SettingsSection
      title="Asked for but not served"
      text="ZIP codes that customers entered in the last 90 days and where you do not deliver. One customer can ask several times."
    >
      <div className="min-w-0">
        {data && <Counts {...data} />}
        {!data && !error && (
          <p role="status" className="text-ink-soft">
            Loading the list...
          </p>
        )}
        {!data && error && (
          <LoadFailure
            failed="The list could not be loaded."
            error={error}
            isFetching={isFetching}
            onRetry={() => void refetch()}
          />
        )}
      </div>
    </SettingsSection>
  );
}

function Counts({ since, zips, total }: ReplyOf<typeof listDeclinedZips>) {
  if (zips.length === 0) return <p className="text-ink-soft">None since {formatDay(since)}.</p>;
  return (
    <>
      <Folded items={zips}>
        {(shown) => (
          <table className="w-full max-w-md text-sm">
            <caption className="sr-only">ZIP codes that were declined since {formatDay(since)}</caption>
            <thead>
              <tr className="border-line border-b text-left text-ink-soft">
                <th scope="col" className="py-1.5 pr-4 font-semibold">
                  ZIP code
                </th>
                <th scope="col" className="py-1.5 pr-4 text-right font-semibold">
                  Times
                </th>
                <th scope="col" className="py-1.5 text-right font-semibold">
                  Last
                </th>
              </tr>
            </thead>
            <tbody className="tabular-nums">
              {shown.map(({ zip, count, lastDay }) => (
                <tr key={zip} className="border-line border-b">
                  <th scope="row" className="py-1.5 pr-4 text-left font-semibold">
                    {zip}
                  </th>
                  <td className="py-1.5 pr-4 text-right">{formatCount(count)}</td>
                  <td className="py-1.5 text-right text-ink-soft">{formatDay(lastDay)}</td>
                </tr>
              ))}
            </tbody>
          </table>
        )}
      </Folded>
      {total > zips.length && (
        <p className="mt-2 text-ink-soft text-sm">
          And {formatCount(total - zips.length)} more ZIP codes, asked for less often.
        </p>
      )}
    </>
  );
}
