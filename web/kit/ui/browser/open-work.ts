/** The forms on the page that have user input. */
const edited = new Set<HTMLFormElement>();

// The search and filters of a list are stored in the URL.
document.addEventListener(
  'input',
  ({ target }) => {
    if (!(target instanceof Element) || target.closest('search')) return;
    const form = target.closest('form');
    if (form) edited.add(form);
  },
  { capture: true },
);

/** True if leaving the page would lose input: a dialog is open, or a form has user input. */
export function hasOpenWork(): boolean {
  for (const form of edited) if (!form.isConnected) edited.delete(form);
  return document.querySelector('dialog[open]') !== null || [...edited].some(holdsText);
}

function holdsText(form: HTMLFormElement): boolean {
  return [...form.querySelectorAll<HTMLInputElement>('input:not([hidden]), textarea')].some(
    ({ type, value }) => type !== 'checkbox' && type !== 'radio' && value !== '',
  );
}
