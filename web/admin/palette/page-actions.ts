/** An action on the record that the page shows. */
export type PageAction = { label: string; run: () => void };

/**
 * The buttons of the record on the page (data-record names it): what the palette offers is what the role may do. Buttons
 * that send a form are left out, because they need its input.
 */
export function readPageActions(): { record: string; actions: PageAction[] } | null {
  const area = document.querySelector<HTMLElement>('main [data-record]');
  if (!area) return null;
  const actions = new Map<string, PageAction>();
  for (const button of area.querySelectorAll<HTMLButtonElement>('button:not(:disabled, [type=submit])')) {
    const label = nameOf(button);
    if (label === '' || !isShown(button) || actions.has(label)) continue;
    const run = () => {
      button.focus();
      button.click();
    };
    actions.set(label, { label, run });
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
