import { type Column, nextOrder } from './column.ts';
import { rowButtonClass } from './RowButton.tsx';
import type { List } from './use-list.ts';

type Props<Row> = { columns: readonly Column<Row>[]; list: Pick<List<unknown>, 'order' | 'change'> };

/** The orders as a select, because cards have no headings to press. */
export function SortSelect<Row>({ columns, list }: Props<Row>) {
  const orders = columns.flatMap((column) => {
    const { sortKey, header } = column;
    if (!sortKey) return [];
    const first = nextOrder({ ...column, sortKey });
    const second = nextOrder({ ...column, sortKey }, first);
    return [first, second].map((order) => ({ order, words: `${header}, ${wordsOf(order)}` }));
  });
  if (orders.length === 0) return null;
  const isKnown = orders.some(({ order }) => order === list.order);
  return (
    <label className="flex min-w-0 flex-1 basis-44 items-center gap-2 whitespace-nowrap text-ink-soft text-sm rows:hidden">
      Sort by
      <select
        name="sort"
        value={list.order}
        onChange={({ target }) => list.change({ sort: target.value })}
        className={rowButtonClass('!px-2 min-w-0 flex-1 font-normal')}
      >
        {!isKnown && <option value={list.order}>Usual order</option>}
        {orders.map(({ order, words }) => (
          <option key={order} value={order}>
            {words}
          </option>
        ))}
      </select>
    </label>
  );
}

const wordsOf = (order: string) => (order.startsWith('-') ? 'descending' : 'ascending');
