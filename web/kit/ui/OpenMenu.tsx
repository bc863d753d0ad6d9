import { DropdownMenu } from 'radix-ui';
import {
  type FocusEvent,
  type KeyboardEvent,
  type ReactNode,
  type Ref,
  useImperativeHandle,
  useRef,
} from 'react';
import { Icon } from './Icon.tsx';

export type MenuItem = {
  label: string;
  /** Unique in the menu; the label without it. */
  id?: string;
  /** Shown after the label in a quieter color. */
  detail?: string;
  /** The heading of consecutive items. */
  group?: string;
  onPick: () => void;
  /** Set on items that form a choice: role menuitemradio instead of menuitem. */
  isChecked?: boolean;
  /** A setting that is on or off (isChecked) and leaves the menu open: role menuitemcheckbox. */
  isSetting?: boolean;
  /** Shown before the label. */
  sign?: ReactNode;
  /** The key that does the same without the menu; '' for none. */
  keyHint?: string;
};

type Props = {
  id: string;
  label: string;
  items: readonly MenuItem[];
  /** The menu is placed at it, and gives the focus back to it. */
  button: HTMLButtonElement;
  /** The item that gets the focus if none of a choice is checked. */
  start: 'first' | 'last';
  /** Pressed while the menu loaded: it gets them when it is open. */
  keys: readonly string[];
  onClose: () => void;
};

const GAP_PX = 4;

/** The menu of a MenuButton. In a dialog it is a part of the dialog: all else is inert. */
export function OpenMenu({ id, label, items, button, start, keys, onClose }: Props) {
  const isEntered = useRef(false);
  /** The menu itself gets the focus when it opens, and again when the mouse leaves an item. */
  const enter = ({ target, currentTarget: menu }: FocusEvent<HTMLElement>) => {
    if (isEntered.current || target !== menu) return;
    isEntered.current = true;
    const entries = [...menu.querySelectorAll<HTMLElement>('[role^=menuitem]')];
    const checked = entries.find((entry) => entry.matches('[role=menuitemradio][aria-checked=true]'));
    (checked ?? entries.at(start === 'first' ? 0 : -1))?.focus({ preventScroll: true });
    setTimeout(press, 0, menu, keys);
  };
  /** The keys after a typed character. The menu moves the focus to what it finds in a later task; until then they wait. */
  const held = useRef<string[] | null>(null);
  const holdKeys = (event: KeyboardEvent<HTMLElement>) => {
    const { key, currentTarget: menu } = event;
    if (PRESSED.has(event.nativeEvent)) return;
    if (held.current) {
      event.preventDefault();
      event.stopPropagation();
      held.current.push(key);
      return;
    }
    if (key.length > 1 || key === ' ') return;
    held.current = [];
    const release = () => {
      const keys = held.current ?? [];
      held.current = null;
      press(menu, keys);
    };
    // The first timer is set before that of the menu, so the second one ends after it.
    setTimeout(() => setTimeout(release));
  };
  const leave = () => {
    button.focus();
    onClose();
  };
  const pick = ({ isSetting, onPick }: MenuItem, event: Event) => {
    if (isSetting) event.preventDefault();
    // A dialog that opens now gives the focus back to the element that has it.
    else button.focus();
    onPick();
  };
  return (
    <DropdownMenu.Root open modal={false} onOpenChange={onClose}>
      <DropdownMenu.Trigger asChild>
        <AtButton button={button} />
      </DropdownMenu.Trigger>
      <DropdownMenu.Portal container={button.closest('dialog') ?? document.body}>
        <DropdownMenu.Content
          id={id}
          aria-label={label}
          aria-labelledby={undefined}
          loop
          align="start"
          sideOffset={GAP_PX}
          collisionPadding={GAP_PX}
          onFocus={enter}
          onKeyDownCapture={holdKeys}
          onKeyDown={({ key }: KeyboardEvent) => key === 'Tab' && leave()}
          onInteractOutside={(event) => {
            // Its click closes the menu.
            if (event.target instanceof Node && button.contains(event.target)) event.preventDefault();
          }}
          // What closes the menu says where the focus goes.
          onCloseAutoFocus={(event) => event.preventDefault()}
          onEscapeKeyDown={() => button.focus()}
          className="z-30 max-h-[min(30rem,var(--radix-dropdown-menu-content-available-height))] w-max min-w-44 max-w-[min(24rem,calc(100vw-0.5rem))] overflow-y-auto overscroll-contain rounded-md border border-line bg-surface p-1 text-ink shadow-lift"
        >
          {groupMenuItems(items).map(({ name, items: grouped }) => (
            <DropdownMenu.RadioGroup
              key={name ?? grouped[0]?.label}
              aria-label={name}
              value={keyOf(grouped.find(({ isChecked, isSetting }) => isChecked && !isSetting))}
            >
              {name && (
                <p aria-hidden="true" className="px-3 pt-2 pb-1 font-semibold text-ink-soft text-xs">
                  {name}
                </p>
              )}
              {grouped.map((item) => (
                <MenuEntry key={keyOf(item)} item={item} onSelect={(event) => pick(item, event)} />
              ))}
            </DropdownMenu.RadioGroup>
          ))}
        </DropdownMenu.Content>
      </DropdownMenu.Portal>
    </DropdownMenu.Root>
  );
}

/** The events of `press`. */
const PRESSED = new WeakSet<Event>();

/** One key for each task: a menu moves the focus in the task after the key. */
function press(menu: HTMLElement, [key, ...later]: readonly string[]) {
  const focused = document.activeElement;
  if (!key || !menu.contains(focused)) return;
  const event = new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true });
  PRESSED.add(event);
  focused?.dispatchEvent(event);
  setTimeout(press, 0, menu, later);
}

/** Stands for a button that was there before the menu was loaded. */
function AtButton({ button, ref }: { button: HTMLButtonElement; ref?: Ref<HTMLButtonElement> }) {
  useImperativeHandle(ref, () => button, [button]);
  return null;
}

function MenuEntry({ item, onSelect }: { item: MenuItem; onSelect: (event: Event) => void }) {
  const { label, detail, sign, isChecked, isSetting, keyHint } = item;
  const props = {
    onSelect,
    // Not the detail and the key.
    textValue: label,
    'aria-keyshortcuts': keyHint || undefined,
    className: `touch flex w-full cursor-pointer select-none items-center gap-2.5 rounded-sm px-3 text-left text-sm hover:bg-sunk focus-visible:-outline-offset-3 ${isSetting ? 'mt-1 text-ink-soft' : 'font-semibold aria-checked:bg-sunk'}`,
  };
  const content = (
    <>
      {sign}
      <bdi className="min-w-0 truncate">{label}</bdi>
      {detail && (
        <bdi className="ml-auto min-w-0 truncate pl-2 font-normal text-ink-soft text-xs">{detail}</bdi>
      )}
      {isChecked && !isSetting && <Icon name="check" className={`size-4 ${detail ? '' : 'ml-auto'}`} />}
      {keyHint && (
        <span
          aria-hidden="true"
          className="ml-auto rounded-sm border border-line px-1.5 font-normal font-sans text-ink-soft text-xs pointer-coarse:hidden"
        >
          {keyHint}
        </span>
      )}
    </>
  );
  if (isChecked === undefined) return <DropdownMenu.Item {...props}>{content}</DropdownMenu.Item>;
  if (isSetting) {
    return (
      <DropdownMenu.CheckboxItem {...props} checked={isChecked}>
        {content}
      </DropdownMenu.CheckboxItem>
    );
  }
  return (
    <DropdownMenu.RadioItem {...props} value={keyOf(item)}>
      {content}
    </DropdownMenu.RadioItem>
  );
}

const keyOf = (item: MenuItem | undefined) => item?.id ?? item?.label ?? '';

type ItemGroup = { name: string | undefined; items: MenuItem[] };

/** Consecutive items with the same heading. */
function groupMenuItems(items: readonly MenuItem[]): ItemGroup[] {
  const groups: ItemGroup[] = [];
  for (const item of items) {
    const last = groups.at(-1);
    if (last && last.name === item.group) last.items.push(item);
    else groups.push({ name: item.group, items: [item] });
  }
  return groups;
}
