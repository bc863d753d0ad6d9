import { useEffect } from 'react';

/** What a menu item or a button does. `shortcut`: the key that does the same on the page. */
export type MenuAction = { label: string; shortcut?: string; run: () => void };

/** By the id of the button that opens the menu. */
const menus = new Map<string, readonly MenuAction[]>();

/** Offers the items of a menu to the command palette while the component is mounted. */
export function useMenuActions(buttonId: string, actions: readonly MenuAction[]): void {
  useEffect(() => {
    menus.set(buttonId, actions);
    return () => void menus.delete(buttonId);
  }, [buttonId, actions]);
}

/** The items that the menu of a button offers; undefined if there is no menu that offers them. */
export function menuActionsOf(buttonId: string): readonly MenuAction[] | undefined {
  return menus.get(buttonId);
}
