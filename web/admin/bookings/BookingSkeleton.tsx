import { DetailColumns } from './DetailColumns.tsx';

/** Holds the place of a booking that is on its way. */
export function BookingSkeleton() {
  return (
    <DetailColumns
      about={<Blocks heights={['h-76', 'h-52']} />}
      actions={<Blocks heights={['h-108']} />}
      more={<Blocks heights={['h-28']} />}
    />
  );
}

function Blocks({ heights }: { heights: string[] }) {
  return heights.map((height) => (
    <div
      key={height}
      aria-hidden="true"
      className={`animate-pulse rounded-lg border border-line bg-surface p-5 ${height}`}
    >
      <div className="h-5 w-1/3 rounded-sm bg-sunk" />
      <div className="mt-5 h-4 w-3/4 rounded-sm bg-sunk" />
      <div className="mt-3 h-4 w-1/2 rounded-sm bg-sunk" />
    </div>
  ));
}
