import { Drawing } from '#web/ui/Icon.tsx';
import { type Column, directionOf, nextOrder } from './column.ts';
import { AS } from './roles.ts';

type Props<Row> = { column: Column<Row>; order: string | undefined; onSort?: (order: string) => void };

const ARIA_SORT = { asc: 'ascending', desc: 'descending' } as const;
const ARROWS = { asc: 'M12 19V5m-5 5 5-5 5 5', desc: 'M12 5v14m-5-5 5 5 5-5' };
const BOTH_WAYS = 'm8 9 4-4 4 4m-8 6 4 4 4-4';

/** A column's heading; one that the server can sort by is a button. */
export function SortHeader<Row>({ column, order, onSort }: Props<Row>) {
  const { header, sortKey, align } = column;
  const at = directionOf(column, order);
  const side = align === 'end' ? 'text-right' : 'text-left';
  return (
    <th
      scope="col"
      {...AS.columnHeader}
      aria-sort={at ? ARIA_SORT[at] : undefined}
      className={`whitespace-nowrap border-line border-b bg-surface px-3 @max-[66rem]/list:px-2 @max-[52rem]/list:px-1.5 @max-[45rem]/list:px-1 @max-[58rem]/list:whitespace-normal first:rounded-tl-lg last:rounded-tr-lg font-semibold text-ink-soft text-xs ${side} ${column.className ?? ''}`}
    >
      {sortKey && onSort ? (
        <button
          type="button"
          onClick={() => onSort(nextOrder({ ...column, sortKey }, order))}
          className={`-mx-1.5 inline-flex min-h-10 items-center gap-1 rounded-md px-1.5 ${side} font-semibold hover:bg-sunk hover:text-ink pointer-coarse:min-h-11 ${at ? 'text-ink' : ''}`}
        >
          {header}
          <Drawing d={at ? ARROWS[at] : BOTH_WAYS} className={`size-4 ${at ? '' : 'opacity-60'}`} />
        </button>
      ) : (
        <span className="inline-flex min-h-10 items-center">{header}</span>
      )}
    </th>
  );
}
