/** The forms in which something was typed, as long as they are on the page. */
const edited = new Set<HTMLFormElement>();

// A search and the filters of a list are in the address already.
document.addEventListener(
  'input',
  ({ target }) => {
    if (!(target instanceof Element) || target.closest('search')) return;
    const form = target.closest('form');
    if (form) edited.add(form);
  },
  { capture: true },
);

/** Whether leaving the page would lose something: a dialog is open, or a form holds what was typed into it. */
export function hasOpenWork(): boolean {
  for (const form of edited) if (!form.isConnected) edited.delete(form);
  return document.querySelector('dialog[open]') !== null || [...edited].some(holdsText);
}

function holdsText(form: HTMLFormElement): boolean {
  return [...form.querySelectorAll<HTMLInputElement>('input:not([hidden]), textarea')].some(
    ({ type, value }) => type !== 'checkbox' && type !== 'radio' && value !== '',
  );
}
