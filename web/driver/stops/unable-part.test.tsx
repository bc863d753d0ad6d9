import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { record } from '#web/driver/store.ts';
import { sampleStop } from '#web/driver/test/driver-samples.ts';
import { computeStopState } from './stop-state.ts';
import { UnablePart } from './UnablePart.tsx';

vi.mock(import('#web/driver/store.ts'), async (original) => ({
  ...(await original()),
  record: vi.fn(async () => true),
}));
afterEach(() => {
  cleanup();
  sessionStorage.clear();
  vi.clearAllMocks();
});

const open = (onClose = () => {}) =>
  render(<UnablePart state={computeStopState(sampleStop(), [])} onClose={onClose} />);
const reason = (name: string) => screen.getByRole<HTMLInputElement>('radio', { name });
const report = () => fireEvent.click(screen.getByRole('button', { name: 'Report to the office' }));

test('the reason that was chosen last is reported, however soon the report follows', async () => {
  const onClose = vi.fn();
  open(onClose);
  report();
  expect(screen.getByRole('alert').textContent).toBe('Choose a reason');
  expect(record).not.toHaveBeenCalled();

  fireEvent.click(reason('No one there'));
  fireEvent.click(reason('Access blocked'));
  report();
  await waitFor(() => expect(onClose).toHaveBeenCalled());
  const recordings = [{ kind: 'action', type: 'attempted', payload: { reason: 'blocked' } }];
  expect(record).toHaveBeenCalledExactlyOnceWith(expect.anything(), recordings);
});

test('a reason and a note entered together are both kept when the page is ended', async () => {
  const first = open();
  fireEvent.click(reason('Access blocked'));
  fireEvent.change(screen.getByLabelText(/^Note/), { target: { value: 'A car' } });
  await waitFor(() => expect(Object.values({ ...sessionStorage }).join()).toContain('"blocked"'));
  first.unmount();

  open();
  expect(reason('Access blocked').checked).toBe(true);
  expect(screen.getByLabelText<HTMLTextAreaElement>(/^Note/).value).toBe('A car');
});
