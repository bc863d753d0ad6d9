import { CallError } from '#web/api/call.ts';
import { reasonText } from '#web/kit/form/failure.ts';
import { Notice } from '#web/kit/ui/Notice.tsx';
import { RowButton } from './RowButton.tsx';
import type { List } from './use-list.ts';

type Props = { list: List<unknown>; failed: string; onRetry?: () => void };

/** What failed, why, and how to continue. Earlier rows stay, and the notice says so. */
export function ListFailure({ list, failed, onRetry = list.refresh }: Props) {
  const { error, page } = list;
  if (!error) return null;
  const refused = refusedName(error);
  if (refused === 'sort') {
    return (
      <Notice variant="attention" role="alert">
        <p>{reasonOf(error)}</p>
        <RowButton className="mt-2" onClick={() => list.change({ sort: null })}>
          Use the usual order
        </RowButton>
      </Notice>
    );
  }
  return (
    <Notice variant="danger" role="alert">
      <p className="font-semibold">{failed}</p>
      <p>
        {reasonOf(error)}
        {page && ' Showing earlier data.'}
      </p>
      <div className="mt-2 flex flex-wrap gap-2">
        <RowButton onClick={onRetry} aria-disabled={list.isFetching}>
          {list.isFetching ? 'Trying again...' : 'Retry'}
        </RowButton>
        {refused === 'cursor' && <RowButton onClick={() => list.change({})}>Go to the first page</RowButton>}
        {refused !== null && refused !== 'cursor' && list.isNarrowed && (
          <RowButton onClick={list.clearAll}>Clear filters</RowButton>
        )}
      </div>
    </Notice>
  );
}

/** The name of the query parameter that the server refused. */
function refusedName(error: Error): string | null {
  if (!(error instanceof CallError) || error.status !== 400) return null;
  return error.reply?.issues?.[0]?.path ?? '';
}

function reasonOf(error: Error): string {
  const issue = error instanceof CallError && error.status === 400 && error.reply?.issues?.[0];
  if (issue) return issue.message;
  return reasonText(error);
}
