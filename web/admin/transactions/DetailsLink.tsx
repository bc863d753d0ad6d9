import { Link, useLocation } from 'react-router';
import { transactionPath } from '#web/paths.ts';
import type { FromList } from '#web/table/BackToList.tsx';
import { rowButtonClass } from '#web/table/RowButton.tsx';

export function DetailsLink({ id }: { id: string }) {
  const { search } = useLocation();
  const state: FromList = { list: search };
  return (
    <Link to={transactionPath(id)} state={state} className={rowButtonClass('cards:w-full')}>
      Details <span className="sr-only">of {id}</span>
    </Link>
  );
}
