import type { Endpoint } from '#contract/endpoint.ts';
import { Drawing } from '#web/kit/ui/Icon.tsx';
import { makeListQuery } from './list-state.ts';
import { rowButtonClass } from './RowButton.tsx';
import type { List } from './use-list.ts';

type Props = { list: List<unknown>; endpoint: Endpoint };

/** Downloads all matches of the list's search and filters. The browser saves the file and shows the progress. */
export function ExportLink({ list, endpoint }: Props) {
  const { limit: _, sort: __, cursor: ___, ...query } = makeListQuery(list.state, list.definition);
  const asked = new URLSearchParams(query).toString();
  return (
    <a href={`${endpoint.path}${asked && `?${asked}`}`} download className={rowButtonClass()}>
      <Drawing d="M12 4v11m0 0-4-4m4 4 4-4M5 19h14" className="size-4" />
      Export CSV
    </a>
  );
}
