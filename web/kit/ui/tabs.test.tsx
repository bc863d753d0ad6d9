import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { useState } from 'react';
import { afterEach, expect, test, vi } from 'vitest';
import { Tabs } from './Tabs.tsx';

afterEach(cleanup);

/** What the ARIA authoring practices ask of tabs that are selected when they get the focus. */
const picked = vi.fn();
const TABS = ['sizes', 'rentals', 'extras'].map((name) => ({ name, label: name }));

function Shown() {
  const [current, setCurrent] = useState('sizes');
  const pick = (name: string) => {
    picked(name);
    setCurrent(name);
  };
  return (
    <Tabs label="Catalog" tabs={TABS} current={current} onPick={pick}>
      The {current}
    </Tabs>
  );
}

const tab = (name: string) => screen.getByRole('tab', { name });

test('a list of tabs has one tab stop, and names the panel of the selected one', () => {
  render(<Shown />);
  expect(screen.getByRole('tablist', { name: 'Catalog' }).contains(tab('extras'))).toBe(true);
  expect(TABS.map(({ name }) => tab(name).getAttribute('aria-selected'))).toEqual(['true', 'false', 'false']);
  const panel = screen.getByRole('tabpanel', { name: 'sizes' });
  expect([panel.textContent, tab('sizes').getAttribute('aria-controls')]).toEqual(['The sizes', panel.id]);
});

test('arrows, Home and End select the tab that they move to, and go around', async () => {
  render(<Shown />);
  tab('sizes').focus();
  const moves = async (key: string, to: string) => {
    fireEvent.keyDown(document.activeElement as Element, { key });
    await waitFor(() => expect(document.activeElement).toBe(tab(to)));
    expect(tab(to).getAttribute('tabindex')).toBe('0');
    expect(screen.getByRole('tabpanel', { name: to }).textContent).toBe(`The ${to}`);
  };
  await moves('ArrowLeft', 'extras');
  await moves('ArrowRight', 'sizes');
  await moves('End', 'extras');
  await moves('Home', 'sizes');
});

test('the tab that has the focus is selected, also when the one before is still loading', async () => {
  picked.mockClear();
  render(
    <Tabs label="Catalog" tabs={TABS} current="sizes" onPick={picked}>
      The sizes
    </Tabs>,
  );
  fireEvent.click(tab('rentals'));
  fireEvent.keyDown(tab('rentals'), { key: 'ArrowLeft' });
  await waitFor(() => expect(document.activeElement).toBe(tab('sizes')));
  expect(picked.mock.calls).toEqual([['rentals'], ['sizes']]);
});

test('a click selects a tab once', () => {
  picked.mockClear();
  render(<Shown />);
  fireEvent.mouseDown(tab('rentals'));
  fireEvent.click(tab('rentals'));
  fireEvent.click(tab('rentals'));
  expect(picked.mock.calls).toEqual([['rentals']]);
  expect(document.activeElement).toBe(tab('rentals'));
});
