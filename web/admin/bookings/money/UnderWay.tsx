import { formatUsd } from '#domain/money.ts';
import { useMoneyRefresh } from '#web/api/payments.ts';
import { site } from '#web/config.ts';
import { RowButton } from '#web/table/RowButton.tsx';
import { momentText } from '#web/ui/moment.ts';
import { Notice } from '#web/ui/Notice.tsx';
import type { Operation } from './words.ts';

type Props = { id: number; noticeId: string; operation: Operation };

/** A charge or refund whose outcome is open. Until it is known no other money moves. */
export function UnderWay({ id, noticeId, operation }: Props) {
  const { isRefreshing, refresh } = useMoneyRefresh(id);
  const { kind, amount, startedAt } = operation;
  return (
    <div className="text-sm">
      <Notice look="attention" role="status">
        <p className="font-semibold">
          A {kind} of {formatUsd(amount)} is still being processed
        </p>
        <p id={noticeId}>
          Nothing else can be charged, refunded or sent to the customer before it is settled.
        </p>
        <p>
          Started: <time dateTime={startedAt}>{momentText(startedAt, site.timeZone)}</time>
        </p>
        <RowButton className="mt-2" aria-disabled={isRefreshing} onClick={() => isRefreshing || refresh()}>
          {isRefreshing ? 'Refreshing...' : 'Refresh'}
        </RowButton>
      </Notice>
    </div>
  );
}
