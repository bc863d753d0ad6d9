import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { lazyPart } from './lazy-part.tsx';

afterEach(cleanup);

test('a part that does not load says so, loads again on request, and is then loaded once for all', async () => {
  const results = [Promise.reject(new Error('offline')), Promise.resolve(() => <p>The part</p>)];
  const loads: number[] = [];
  const Part = lazyPart(() => {
    loads.push(loads.length);
    return results.shift()!;
  });
  render(<Part />);
  expect((await screen.findByRole('alert')).textContent).toMatch(/^This part did not load/);
  fireEvent.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await screen.findByText('The part')).toBeTruthy();
  render(<Part />);
  expect(screen.getAllByText('The part')).toHaveLength(2);
  expect(loads).toHaveLength(2);
});
