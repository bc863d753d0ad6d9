import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { useState } from 'react';
import { afterEach, expect, test, vi } from 'vitest';
import { Listbox, listboxAria, nextActive } from './Listbox.tsx';

afterEach(cleanup);

/** What the ARIA authoring practices ask of a combobox whose list is chosen from while the text control has the focus. */
const picked = vi.fn();

function Shown({ names }: { names: readonly string[] }) {
  const [active, setActive] = useState(0);
  return (
    <>
      <input
        aria-label="Find"
        {...listboxAria('names', names.length > 0 ? active : null)}
        onKeyDown={(event) => setActive(nextActive(event, active, names.length) ?? active)}
      />
      <Listbox id="names" label="Names" items={names} active={active} keyOf={String} onPick={picked}>
        {(name) => name}
      </Listbox>
    </>
  );
}

test('arrows choose and go around, and the control names the chosen item', () => {
  render(<Shown names={['Ada', 'Lee']} />);
  const control = screen.getByRole('combobox', { name: 'Find' });
  const list = screen.getByRole('listbox', { name: 'Names' });
  expect([control.getAttribute('aria-expanded'), control.getAttribute('aria-controls')]).toEqual([
    'true',
    list.id,
  ]);
  const chosen = () => {
    const option = screen.getByRole('option', { selected: true });
    return [option.textContent, control.getAttribute('aria-activedescendant') === option.id];
  };
  expect(chosen()).toEqual(['Ada', true]);
  const after = ['ArrowDown', 'ArrowDown', 'ArrowUp', 'Home'].map((key) => {
    fireEvent.keyDown(control, { key });
    return chosen();
  });
  expect(after).toEqual([
    ['Lee', true],
    ['Ada', true],
    ['Lee', true],
    ['Lee', true],
  ]);
});

test('a press on an item picks it and leaves the focus in the control', () => {
  render(<Shown names={['Ada', 'Lee']} />);
  const lee = screen.getByRole('option', { name: 'Lee' });
  // The press does not move the focus.
  expect(fireEvent.mouseDown(lee)).toBe(false);
  fireEvent.click(lee);
  expect(picked).toHaveBeenCalledExactlyOnceWith('Lee');
});

test('without items there is no list', () => {
  render(<Shown names={[]} />);
  expect(screen.queryByRole('listbox')).toBeNull();
  const control = screen.getByRole('combobox', { name: 'Find' });
  expect([control.getAttribute('aria-expanded'), control.hasAttribute('aria-activedescendant')]).toEqual([
    'false',
    false,
  ]);
});
