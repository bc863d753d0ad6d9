import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeAll, expect, test, vi } from 'vitest';
import { loadMenus, MenuButton } from './MenuButton.tsx';
import type { MenuItem } from './OpenMenu.tsx';

/** What the ARIA authoring practices ask of a menu button. */
beforeAll(loadMenus);
afterEach(cleanup);

const ITEMS: MenuItem[] = ['Move', 'Extend', 'Exchange', 'Cancel'].map((label) => ({
  label,
  keyHint: label.charAt(0),
  onPick: vi.fn(),
}));

function show(items: readonly MenuItem[] = ITEMS) {
  render(
    <>
      <MenuButton label="Change booking #7" items={items} className="">
        Change
      </MenuButton>
      <p>Beside it</p>
    </>,
  );
  return screen.getByRole('button', { name: 'Change booking #7' });
}

const focused = () => document.activeElement?.querySelector('bdi')?.textContent;
const press = (key: string) => fireEvent.keyDown(document.activeElement as Element, { key });
const moves = async (key: string, label: string) => {
  press(key);
  await waitFor(() => expect(focused()).toBe(label));
};

test('the button says that it has a menu, and whether it is open', () => {
  const button = show();
  expect([button.getAttribute('aria-haspopup'), button.getAttribute('aria-expanded')]).toEqual([
    'menu',
    'false',
  ]);
  fireEvent.click(button);
  const menu = screen.getByRole('menu', { name: 'Change booking #7' });
  expect([button.getAttribute('aria-expanded'), button.getAttribute('aria-controls')]).toEqual([
    'true',
    menu.id,
  ]);
  expect(screen.getAllByRole('menuitem').map((item) => item.getAttribute('aria-keyshortcuts'))).toEqual(
    ITEMS.map(({ keyHint }) => keyHint),
  );
  fireEvent.pointerDown(button);
  fireEvent.click(button);
  expect([screen.queryByRole('menu'), button.getAttribute('aria-expanded')]).toEqual([null, 'false']);
});

test('arrows, Home, End and first letters move the focus, and go around', async () => {
  const button = show();
  button.focus();
  press('ArrowDown');
  expect(focused()).toBe('Move');
  await moves('ArrowUp', 'Cancel');
  await moves('ArrowDown', 'Move');
  await moves('End', 'Cancel');
  await moves('Home', 'Move');
  await moves('e', 'Extend');
  await moves('e', 'Exchange');
  for (const { onPick } of ITEMS) expect(onPick).not.toHaveBeenCalled();
});

test.each(['Escape', 'Tab'])('%s closes the menu, and the button has the focus again', async (key) => {
  const button = show();
  button.focus();
  press('ArrowUp');
  expect(focused()).toBe('Cancel');
  press(key);
  expect(screen.queryByRole('menu')).toBeNull();
  await waitFor(() => expect(document.activeElement).toBe(button));
});

test('a press beside the menu closes it, and the focus stays where the press was', async () => {
  const button = show();
  fireEvent.click(button);
  // The menu listens to presses after the one that opened it.
  await waitFor(() => {
    fireEvent.pointerDown(screen.getByText('Beside it'));
    expect(screen.queryByRole('menu')).toBeNull();
  });
  await waitFor(() => expect(button.getAttribute('aria-expanded')).toBe('false'));
  expect(document.activeElement).not.toBe(button);
});

test.each(['Enter', ' '])('%j picks an item, and what it opens can give the focus back', (key) => {
  const atPick: unknown[] = [];
  const button = show([{ label: 'Move', onPick: () => atPick.push(document.activeElement) }]);
  fireEvent.click(button);
  press(key);
  expect([atPick, screen.queryByRole('menu')]).toEqual([[button], null]);
});

test('keys right after a typed character are for the item that it finds', async () => {
  const picked: string[] = [];
  const items = ['Pending', 'Confirmed', 'In Transit'].map((label) => ({
    label,
    onPick: () => picked.push(label),
  }));
  fireEvent.click(show(items));
  for (const key of ['i', 'ArrowUp', 'Enter']) press(key);
  await waitFor(() => expect(picked).toEqual(['Confirmed']));
  expect(screen.queryByRole('menu')).toBeNull();
});

test('a choice begins at what is chosen, and a setting leaves the menu open', async () => {
  const turn = vi.fn();
  const choice = (label: string, isChecked: boolean) => ({ label, isChecked, onPick: () => {} });
  const setting = { label: 'E-mail', isChecked: true, isSetting: true, onPick: turn };
  fireEvent.click(show([choice('Pending', false), choice('Confirmed', true), setting]));
  expect(focused()).toBe('Confirmed');
  expect(screen.getAllByRole('menuitemradio').map((item) => item.getAttribute('aria-checked'))).toEqual([
    'false',
    'true',
  ]);
  await moves('ArrowDown', 'E-mail');
  press('Enter');
  expect([turn.mock.calls.length, focused()]).toEqual([1, 'E-mail']);
  expect(screen.getByRole('menuitemcheckbox', { name: 'E-mail' }).getAttribute('aria-checked')).toBe('true');
});

test('in a dialog the menu is a part of the dialog', () => {
  render(
    <dialog open>
      <MenuButton label="Actions" items={ITEMS} className="" />
    </dialog>,
  );
  fireEvent.click(screen.getByRole('button', { name: 'Actions' }));
  expect(screen.getByRole('dialog').contains(screen.getByRole('menu'))).toBe(true);
});
