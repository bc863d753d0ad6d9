import { fireEvent, screen } from '@testing-library/react';

/** The header of the list's column has the same name. */
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
