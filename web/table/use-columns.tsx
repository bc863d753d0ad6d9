import { useState } from 'react';
import { deviceStorage } from '#web/ui/browser/storage.ts';
import { Drawing } from '#web/ui/Icon.tsx';
import { MenuButton } from '#web/ui/MenuButton.tsx';
import type { Column } from './column.ts';
import { rowButtonClass } from './RowButton.tsx';

const BOX = 'M5 5h14v14H5z';
const TICKED_BOX = `${BOX}m3 7 3 3 5-6`;

/**
 * The columns that the user chose, on this device, and the menu to choose them. `list` names the list in the browser's
 * storage. Columns without `choice` are always shown.
 */
export function useColumns<Row>(list: string, columns: readonly Column<Row>[]) {
  const key = `columns:${list}`;
  const [chosen, setChosen] = useState(() => readChosen(key));
  const isShown = ({ field, choice }: Column<Row>) =>
    choice === undefined || (chosen[field] ?? choice === 'shown');
  const toggle = (column: Column<Row>) => {
    const next = { ...chosen, [column.field]: !isShown(column) };
    setChosen(next);
    deviceStorage.set(key, JSON.stringify(next));
  };
  const items = columns
    .filter(({ choice }) => choice !== undefined)
    .map((column) => ({
      label: column.header,
      isSetting: true,
      isChecked: isShown(column),
      sign: <Drawing d={isShown(column) ? TICKED_BOX : BOX} className="size-4" />,
      onPick: () => toggle(column),
    }));
  const menu = (
    <MenuButton label="Columns" items={items} className={rowButtonClass('cards:hidden')}>
      Columns
    </MenuButton>
  );
  return { columns: columns.filter(isShown), menu };
}

function readChosen(key: string): Readonly<Record<string, boolean>> {
  try {
    const stored: unknown = JSON.parse(deviceStorage.get(key) ?? '{}');
    return stored !== null && typeof stored === 'object' ? (stored as Record<string, boolean>) : {};
  } catch {
    return {};
  }
}
