import { PageHeading } from '#web/ui/PageHeading.tsx';
import { DetailColumns } from './DetailColumns.tsx';

const PLACES = { about: ['h-52', 'h-44'], actions: ['h-80'], history: ['h-28'] };

/** Holds the place of a booking that is on its way. */
export function BookingSkeleton({ id }: { id: number }) {
  return (
    <>
      <div className="min-h-9" />
      <PageHeading title={`Booking #${id}`}>
        <span role="status">Loading the booking...</span>
      </PageHeading>
      <DetailColumns
        about={<Blocks heights={PLACES.about} />}
        actions={<Blocks heights={PLACES.actions} />}
        history={<Blocks heights={PLACES.history} />}
      />
    </>
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
