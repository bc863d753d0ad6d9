import { act } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { renderCatalog, renderDocument } from '#web/build/prerender.tsx';
import { serve } from '#web/test/office.tsx';

const parent = { postMessage: vi.fn() };

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  vi.resetModules();
  parent.postMessage.mockClear();
});

/** Opens the built page in a frame, with a stopped clock. */
async function openFrame(): Promise<void> {
  serve({});
  vi.stubGlobal('parent', parent);
  vi.stubGlobal('matchMedia', () => ({ matches: false, addEventListener() {}, removeEventListener() {} }));
  vi.stubGlobal('scrollTo', () => {});
  vi.stubGlobal(
    'ResizeObserver',
    class {
      observe() {}
      disconnect() {}
    },
  );
  document.body.innerHTML = `<div id="root">${renderDocument('index')}</div>${renderCatalog()}`;
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  await import('./start.ts');
}

async function pickRental(): Promise<void> {
  await act(async () => {
    document.querySelector<HTMLElement>('button[data-rental="7-day"]')!.click();
    await vi.dynamicImportSettled();
  });
  expect(document.querySelector('form')).toBeTruthy();
}

const postedSteps = () =>
  parent.postMessage.mock.calls
    .map(([message]) => message)
    .filter(({ type }) => type === 'booking-form-height')
    .map(({ step }) => step);

test.each([0, 299])(
  'a rental picked %i ms after the start: step 1 is posted before step 2',
  async (delay) => {
    await openFrame();
    vi.advanceTimersByTime(delay);
    await pickRental();
    vi.advanceTimersByTime(1000);
    expect(postedSteps()).toEqual([1, 2]);
  },
);

test('the reported height includes what is below the app, such as the maintenance notice', async () => {
  const measured = vi
    .spyOn(document.body, 'getBoundingClientRect')
    .mockReturnValue(new DOMRect(0, 0, 375, 745));
  await openFrame();
  expect(parent.postMessage.mock.calls).toContainEqual([{ type: 'booking-app-height', height: 745 }, '*']);
  measured.mockRestore();
});

test('a rental picked after the report of step 1 does not post step 1 again', async () => {
  await openFrame();
  vi.advanceTimersByTime(300);
  expect(postedSteps()).toEqual([1]);
  await pickRental();
  vi.advanceTimersByTime(1000);
  expect(postedSteps()).toEqual([1, 2]);
});
