import { useQuery } from '@tanstack/react-query';
import { useParams } from 'react-router';
import { transactionQuery } from '#web/api/transactions.ts';
import { LoadFailure } from '#web/table/LoadFailure.tsx';
import { StoredNotice } from './StoredNotice.tsx';
import { TransactionDetail } from './TransactionDetail.tsx';
import { TransactionHead } from './TransactionHead.tsx';
import { TransactionNotFound } from './TransactionNotFound.tsx';
import { TransactionSkeleton } from './TransactionSkeleton.tsx';

export default function TransactionPage() {
  const { id = '' } = useParams();
  return <Transaction key={id} id={id} />;
}

function Transaction({ id }: { id: string }) {
  const { data, error, isFetching, refetch } = useQuery(transactionQuery(id));
  const again = { isFetching, onRetry: () => void refetch() };
  if (!data && error) {
    return <TransactionNotFound error={error} isTrying={isFetching} onRetry={again.onRetry} />;
  }
  return (
    <>
      <TransactionHead id={id} transaction={data ?? null} />
      <div className="mt-5 space-y-5">
        {data && error && (
          <LoadFailure
            failed="The transaction could not be loaded again. What you see is from before."
            error={error}
            {...again}
          />
        )}
        {data?.storedAt && <StoredNotice storedAt={data.storedAt} {...again} />}
        {data ? <TransactionDetail transaction={data} /> : <TransactionSkeleton />}
      </div>
    </>
  );
}
