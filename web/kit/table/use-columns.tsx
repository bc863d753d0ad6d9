import { useState } from 'react';
import { useSearchParams } from 'react-router';
import { deviceStorage } from '#web/kit/ui/browser/storage.ts';
import { Drawing } from '#web/kit/ui/Icon.tsx';
import { MenuButton } from '#web/kit/ui/MenuButton.tsx';
import { COLUMNS_PARAM, type Column, columnsText, readColumns } from './column.ts';
import { rowButtonClass } from './RowButton.tsx';
import type { List } from './use-list.ts';

const BOX = 'M5 5h14v14H5z';
const TICKED_BOX = `${BOX}m3 7 3 3 5-6`;

/**
 * The columns that the user chose, and the menu to choose them. They are in the URL while a saved view is open, and
 * otherwise stored on this device; `name` names the list in the browser's storage. Columns without `choice` are always
 * shown. `chosen`: the shown ones with a choice.
 */
export function useColumns<Row>(
  name: string,
  columns: readonly Column<Row>[],
  list: Pick<List<unknown>, 'state' | 'change'>,
) {
  const key = `columns:${name}`;
  const [params] = useSearchParams();
  const inUrl = readColumns(params);
  const [latest, setLatest] = useState({ key, choices: readStored(key) });
  const { choices: stored } = latest.key === key ? latest : { choices: readStored(key) };
  const isShown = ({ field, choice }: Column<Row>) =>
    choice === undefined || (inUrl ? inUrl.includes(field) : (stored[field] ?? choice === 'shown'));
  const choices = columns.filter(({ choice }) => choice !== undefined);
  const chosen = choices.filter(isShown).map(({ field }) => field);
  const toggle = (column: Column<Row>) => {
    const { field } = column;
    if (inUrl) {
      const next = isShown(column) ? chosen.filter((each) => each !== field) : [...chosen, field];
      const { cursor } = list.state;
      return list.change({ [COLUMNS_PARAM]: columnsText(next), cursor }, { replace: true });
    }
    const next = { ...stored, [field]: !isShown(column) };
    setLatest({ key, choices: next });
    deviceStorage.set(key, JSON.stringify(next));
  };
  const items = choices.map((column) => ({
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
  return { columns: columns.filter(isShown), chosen, menu };
}

function readStored(key: string): Readonly<Record<string, boolean>> {
  try {
    const stored: unknown = JSON.parse(deviceStorage.get(key) ?? '{}');
    return stored !== null && typeof stored === 'object' ? (stored as Record<string, boolean>) : {};
  } catch {
    return {};
  }
}
