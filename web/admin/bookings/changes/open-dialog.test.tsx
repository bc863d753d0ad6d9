import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { announceNews } from '#web/live/live-store.ts';
import {
  bodies,
  doneChange,
  openChanges,
  openedDialog,
  pickerDay,
  readyButton,
  TODAY,
} from '#web/test/booking-changes.tsx';

beforeEach(() => void vi.useFakeTimers({ toFake: ['Date'], now: Date.parse(`${TODAY}T17:00:00Z`) }));
afterEach(() => void vi.useRealTimers());

test('an open dialog says what another user has just changed, and Ctrl+Enter confirms it from any field', async () => {
  const asked = await openChanges(
    () => ({}),
    () => doneChange({}, { deliveryDate: '2026-12-04', endDate: '2026-12-10' }),
  );
  fireEvent.keyDown(document.body, { key: 'm' });
  const dialog = await openedDialog('Move delivery');
  act(() => announceNews(12, 'Dana Cole changed the price just now'));
  expect(await dialog.findByText('Dana Cole changed the price just now')).toBeTruthy();
  await waitFor(() => expect(document.activeElement).toBe(pickerDay('2026-12-01')));
  const pressed: string[] = [];
  const listener = ({ key }: KeyboardEvent) => pressed.push(key);
  window.addEventListener('keydown', listener);
  onTestFinished(() => window.removeEventListener('keydown', listener));
  fireEvent.click(pickerDay('2026-12-04'), { detail: 0 });
  await readyButton('Move to Dec 4 and notify Maria');
  const field = dialog.getByRole('checkbox', { name: /^Notify customer/ });
  fireEvent.keyDown(field, { key: 'Enter', ctrlKey: true, repeat: true });
  expect(bodies(asked)).toHaveLength(1);
  fireEvent.keyDown(field, { key: 'Enter', ctrlKey: true });
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(bodies(asked).map(({ preview }) => preview)).toEqual([true, false]);
  // The page below has keys of its own.
  expect(pressed).toEqual([]);
});
