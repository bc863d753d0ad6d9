import { fireEvent, screen } from '@testing-library/react';
import { currentAnnouncement } from '#web/kit/ui/Announcer.tsx';
import { currentToast } from '#web/kit/ui/toast/toast-store.ts';

export const press = (name: string | RegExp) => fireEvent.click(screen.getByRole('button', { name }));

/** A field of the dialog, by its contract name. */
export const field = (name: string) => document.querySelector(`dialog [name=${name}]`) as HTMLInputElement;

export const type = (name: string, value: string) => fireEvent.input(field(name), { target: { value } });

/** Submits the dialog's form, as Enter does. */
export const submit = () =>
  fireEvent.submit(screen.getByRole('dialog').querySelector('form') as HTMLFormElement);

/** Title, text and variant of the current toast. */
/** The last text that only screen readers get. */
export const announced = () => currentAnnouncement().text;
export const toasted = () => [currentToast()?.title, currentToast()?.text, currentToast()?.variant];

/** The button of the status menu. The list's column header has the same name. */
export const statusButton = () => {
  const buttons = screen.getAllByRole('button', { name: 'Status' });
  const found = buttons.find((each) => each.getAttribute('aria-haspopup') === 'menu');
  if (!found) throw new Error('No status menu is shown');
  return found;
};

/** The label of the status that the only menu on the screen shows. */
export function shownStatus(): string | undefined {
  return document
    .getElementById(statusButton().getAttribute('aria-describedby') ?? '')
    ?.textContent?.split(',')[0];
}

export function openStatusMenu(): HTMLElement[] {
  fireEvent.click(statusButton());
  return screen.getAllByRole('menuitemradio');
}

export function pickStatus(label: string): void {
  openStatusMenu();
  fireEvent.click(screen.getByRole('menuitemradio', { name: label }));
}
