import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { CallError } from '#web/api/call.ts';
import { ListFailure } from './ListFailure.tsx';
import type { List } from './use-list.ts';

afterEach(cleanup);

const refused = (path: string, message: string) =>
  new CallError(
    new Response(null, { status: 400 }),
    JSON.stringify({
      message: 'Not valid.',
      code: 'invalid',
      requestId: 'r',
      issues: [{ path, message }],
    }),
  );

function show(error: Error, given: Partial<List<unknown>> = {}) {
  const list = {
    error,
    page: null,
    isFetching: false,
    isNarrowed: false,
    change: vi.fn(),
    clearAll: vi.fn(),
    refresh: vi.fn(),
    ...given,
  };
  render(<ListFailure list={list as unknown as List<unknown>} failed="The users could not be loaded." />);
  return list;
}
const buttons = () => screen.getAllByRole('button').map((button) => button.textContent);
const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }));

test('if the server does not respond, the page shows its own message', () => {
  const list = show(new TypeError('fetch failed'));
  expect(screen.getByRole('alert').textContent).toContain('The server did not answer.');
  expect(buttons()).toEqual(['Retry']);
  press('Retry');
  expect(list.refresh).toHaveBeenCalledOnce();
});

test('an invalid cursor offers the first page', () => {
  const list = show(refused('cursor', 'This is no cursor of this list.'));
  expect(screen.getByRole('alert').textContent).toContain('This is no cursor of this list.');
  press('Go to the first page');
  expect(list.change).toHaveBeenCalledWith({});
});

test('a refused filter can be cleared', () => {
  const list = show(refused('role', 'Invalid option'), { isNarrowed: true });
  press('Clear filters');
  expect(list.clearAll).toHaveBeenCalledOnce();
});

test('an unknown order can be replaced by the usual one', () => {
  const list = show(refused('sort', 'This list cannot be sorted by that'));
  press('Use the usual order');
  expect(list.change).toHaveBeenCalledWith({ sort: null });
});
