/** Whether a single key is meant as a shortcut: no modifier, no field, no open dialog or menu. */
export function isShortcut(event: KeyboardEvent): boolean {
  if (event.ctrlKey || event.metaKey || event.altKey || event.repeat || event.defaultPrevented) return false;
  const { target } = event;
  if (target instanceof HTMLElement && (target.isContentEditable || target.closest(FIELDS))) return false;
  return document.querySelector('dialog[open], [role="menu"]') === null;
}

const FIELDS = 'input, textarea, select, iframe';

/** The key beside K in 'Ctrl K': Apple keyboards have another one. */
export const COMMAND_KEY = /Mac|iPhone|iPad/.test(navigator.platform) ? '⌘' : 'Ctrl';
