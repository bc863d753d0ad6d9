import { act, render } from '@testing-library/react';
import { expect, test } from 'vitest';
import { Announcer, announce } from './Announcer.tsx';

test('an announcement is in a region that screen readers follow; the same text again is a new element', () => {
  const { container } = render(<Announcer />);
  const region = container.querySelector('[aria-live="polite"]');
  act(() => announce('The dump ticket is voided.'));
  const first = region?.firstChild;
  expect(first?.textContent).toBe('The dump ticket is voided.');
  act(() => announce('The dump ticket is voided.'));
  expect(region?.textContent).toBe('The dump ticket is voided.');
  expect(region?.firstChild).not.toBe(first);
});
