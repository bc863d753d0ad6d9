import { useQuery } from '@tanstack/react-query';
import type { LastReconciliation } from '#contract/reconciliation.ts';
import { formatCount } from '#domain/text.ts';
import { lastReconciliationQuery } from '#web/api/reconciliation.ts';
import { site } from '#web/config.ts';
import { LoadFailure } from '#web/table/LoadFailure.tsx';
import { momentText } from '#web/ui/dates/moment.ts';

/** When the two sides were last compared, and what came of it. */
export function LastRun() {
  const { data, error, isFetching, refetch } = useQuery(lastReconciliationQuery);
  if (data) return <p className="text-sm">{lastRunWords(data)}</p>;
  if (!error) return <p className="text-ink-soft text-sm">Looking up the last comparison...</p>;
  return (
    <LoadFailure
      failed="The last comparison could not be looked up."
      error={error}
      isFetching={isFetching}
      onRetry={() => void refetch()}
    />
  );
}

function lastRunWords({ ranAt, payments, refunds, differences }: LastReconciliation): string {
  if (ranAt === null) return 'Nothing has been compared yet. The first comparison is made tonight.';
  const compared = `${counted(payments, 'payment')} and ${counted(refunds, 'refund')} of the last days`;
  const found = differences === 0 ? 'no differences' : counted(differences, 'difference');
  return `Last compared on ${momentText(ranAt, site.timeZone)}: ${compared}, ${found}.`;
}

const counted = (count: number, what: string) => `${formatCount(count)} ${what}${count === 1 ? '' : 's'}`;
