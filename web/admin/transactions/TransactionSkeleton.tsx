import { TransactionColumns } from './TransactionColumns.tsx';

/** Holds the place of a transaction that is on its way. */
export function TransactionSkeleton() {
  return (
    <TransactionColumns
      about={<Block height="h-64" />}
      booking={<Block height="h-72" />}
      more={<Block height="h-44" />}
    />
  );
}

function Block({ height }: { height: string }) {
  return (
    <div
      aria-hidden="true"
      className={`animate-pulse rounded-lg border border-line bg-surface p-5 ${height}`}
    >
      <div className="h-5 w-1/3 rounded-sm bg-sunk" />
      <div className="mt-5 h-4 w-3/4 rounded-sm bg-sunk" />
      <div className="mt-3 h-4 w-1/2 rounded-sm bg-sunk" />
    </div>
  );
}
