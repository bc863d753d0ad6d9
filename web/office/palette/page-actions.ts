import { type MenuAction, menuActionsOf } from '#web/kit/ui/browser/menu-actions.ts';

/**
 * The buttons of the record on the page (data-record names it): what the palette offers is what the role may do. Buttons
 * that send a form are left out, because they need its input. In place of a button that opens a menu stand its items, if
 * the menu offers them (useMenuActions).
 */
export function readPageActions(): { record: string; actions: MenuAction[] } | null {
  const area = document.querySelector<HTMLElement>('main [data-record]');
  if (!area) return null;
  const actions = new Map<string, MenuAction>();
  for (const button of area.querySelectorAll<HTMLButtonElement>('button:not(:disabled, [type=submit])')) {
    const label = nameOf(button);
    if (label === '' || !isShown(button) || actions.has(label)) continue;
    const press = { label, run: () => button.click() };
    for (const action of menuActionsOf(button.id) ?? [press]) {
      const run = () => {
        button.focus();
        action.run();
      };
      actions.set(action.label, { ...action, run });
    }
  }
  return { record: area.dataset.record ?? '', actions: [...actions.values()] };
}

function nameOf(button: HTMLElement): string {
  const name = button.getAttribute('aria-label') ?? button.textContent;
  return name.replace(/\s+/g, ' ').trim();
}

function isShown(button: HTMLElement): boolean {
  const isOff = button.getAttribute('aria-disabled') === 'true' || button.closest('[hidden], dialog');
  return !isOff && button.isConnected;
}
