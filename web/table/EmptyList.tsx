import { RowButton } from './RowButton.tsx';
import type { List } from './use-list.ts';

type Props = { list: List<unknown>; text: string };

/** A list without rows, and the way back to some. */
export function EmptyList({ list, text }: Props) {
  const isFarIn = list.state.cursor !== null;
  return (
    <div className="rounded-lg border border-line border-dashed px-4 py-12 text-center text-ink-soft">
      <p className="font-semibold text-ink">{text}</p>
      {list.isNarrowed && <p className="mt-1 text-sm">Nothing matches the search and the filters.</p>}
      <div className="mt-4 flex flex-wrap justify-center gap-2 empty:hidden">
        {isFarIn && <RowButton onClick={() => list.change({})}>Go to the first page</RowButton>}
        {list.isNarrowed && <RowButton onClick={list.clearAll}>Clear filters</RowButton>}
      </div>
    </div>
  );
}
