import type { KeyboardEvent, ReactNode } from 'react';

type Props<Item> = {
  id: string;
  label: string;
  items: readonly Item[];
  /** The position of the chosen item. */
  active: number;
  keyOf: (item: Item) => string | number;
  onPick: (item: Item) => void;
  children: (item: Item) => ReactNode;
};

/** Choices below a text control, which keeps the focus and has the keys. Hidden without items. */
export function Listbox<Item>({ id, label, items, active, keyOf, onPick, children }: Props<Item>) {
  return (
    <div
      id={id}
      role="listbox"
      aria-label={label}
      hidden={items.length === 0}
      className="absolute inset-x-0 top-full z-10 mt-1 overflow-hidden rounded-md border border-edge bg-surface shadow-lift"
    >
      {items.map((item, index) => (
        // biome-ignore lint/a11y/useKeyWithClickEvents: the text control has the keys
        // biome-ignore lint/a11y/useFocusableInteractive: the focus stays in the text control
        <div
          key={keyOf(item)}
          id={optionId(id, index)}
          role="option"
          aria-selected={index === active}
          onMouseDown={(event) => event.preventDefault()}
          onClick={() => onPick(item)}
          className={`cursor-pointer px-3 py-2.5 text-sm ${index === active ? 'bg-brand-soft text-ink' : ''}`}
        >
          {children(item)}
        </div>
      ))}
    </div>
  );
}

/** The attributes of the text control. `active` is null while the list is hidden. */
export function listboxAria(id: string, active: number | null) {
  return {
    role: 'combobox',
    'aria-expanded': active !== null,
    'aria-controls': id,
    'aria-autocomplete': 'list',
    'aria-activedescendant': active === null ? undefined : optionId(id, active),
  } as const;
}

/** For an arrow key: the next position, from the last one to the first and back. Null for other keys. */
export function nextActive({ key }: KeyboardEvent, active: number, count: number): number | null {
  const step = { ArrowDown: 1, ArrowUp: -1 }[key];
  return step && count > 0 ? (active + step + count) % count : null;
}

const optionId = (id: string, index: number) => `${id}-${index}`;
