import { cleanup, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { ErrorBoundary } from './ErrorBoundary.tsx';

function Broken(): never {
  throw new Error('cannot be drawn');
}

beforeEach(() => {
  vi.spyOn(console, 'error').mockImplementation(() => {});
});
afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
});

test('a failed part says that unsaved changes are lost', () => {
  render(
    <ErrorBoundary>
      <Broken />
    </ErrorBoundary>,
  );
  expect(screen.getByText('Changes that you have not saved are lost.')).toBeTruthy();
  expect(screen.queryByText(/is kept/)).toBeNull();
});

test('a failed part can say that entries are kept', () => {
  render(
    <ErrorBoundary consequence="Everything you typed is kept." help={<p>Call us</p>}>
      <Broken />
    </ErrorBoundary>,
  );
  expect(screen.getByText('Everything you typed is kept.')).toBeTruthy();
  expect(screen.getByText('Call us')).toBeTruthy();
  expect(screen.queryByText(/lost/)).toBeNull();
});
