import { ConflictSummary } from '#web/form/versioned/ConflictNotice.tsx';
import type { SavedByOthers } from './use-save-prices.ts';

/** Says who saved prices in between, and which cells both have changed. */
export function PricesConflict({ conflict: { stale, cells } }: { conflict: SavedByOthers }) {
  const cellOf = (name: string) => cells.find((cell) => cell.name === name);
  return (
    <ConflictSummary
      kind="price list"
      stale={{ ...stale, changed: cells.map(({ name }) => name) }}
      text="The newer prices are loaded, with your changes on top of them. Nothing of yours is saved yet: check the grid and save again."
      isLoading={false}
      fieldText={(name) => ({
        label: name,
        current: cellOf(name)?.current || 'empty',
        input: cellOf(name)?.input || 'empty',
      })}
    />
  );
}
