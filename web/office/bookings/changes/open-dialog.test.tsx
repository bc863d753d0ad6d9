import { act, fireEvent, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { announceNews } from '#web/kit/live/live-store.ts';
import { openChanges, openedDialog, TODAY } from '#web/test/booking-changes.tsx';

beforeEach(() => void vi.useFakeTimers({ toFake: ['Date'], now: Date.parse(`${TODAY}T17:00:00Z`) }));
afterEach(() => void vi.useRealTimers());

test('an open dialog, which covers the page, says what another user has just changed', async () => {
  await openChanges(() => ({}));
  fireEvent.keyDown(document.body, { key: 'm' });
  const dialog = await openedDialog('Move delivery');
  act(() => announceNews(12, 'Dana Cole changed the price just now'));
  expect((await dialog.findByRole('alert')).textContent).toBe('Dana Cole changed the price just now');
  expect(screen.getAllByText('Dana Cole changed the price just now')).toHaveLength(2);
});
