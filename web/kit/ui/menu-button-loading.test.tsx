import { fireEvent, render, screen, waitFor } from '@testing-library/react';
import { expect, test, vi } from 'vitest';

test('keys that are pressed while the menu loads choose in it', async () => {
  // The page of these tests can have loaded it before.
  vi.resetModules();
  const { MenuButton } = await import('./MenuButton.tsx');
  const picked = vi.fn();
  const items = ['Pending', 'Confirmed', 'Completed'].map((label) => ({
    label,
    isChecked: label === 'Pending',
    onPick: () => picked(label),
  }));
  render(
    <>
      <MenuButton label="Left" items={items} className="" />
      <MenuButton label="Given up" items={items} className="" />
      <MenuButton label="Status" items={items} className="" />
    </>,
  );
  const button = (name: string) => screen.getByRole('button', { name });
  button('Left').focus();
  fireEvent.click(button('Left'));
  button('Given up').focus();
  fireEvent.click(button('Given up'));
  fireEvent.keyDown(button('Given up'), { key: 'Escape' });
  button('Status').focus();
  fireEvent.click(button('Status'));
  expect(screen.queryByRole('menu')).toBeNull();
  for (const key of ['c', 'ArrowDown', 'Enter']) {
    expect(fireEvent.keyDown(button('Status'), { key }), 'the button does nothing else').toBe(false);
  }
  await waitFor(() => expect(picked.mock.calls).toEqual([['Completed']]));
  await waitFor(() => expect(screen.queryByRole('menu')).toBeNull());
  expect(document.activeElement).toBe(button('Status'));
});
