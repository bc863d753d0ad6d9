import { afterEach, expect, test, vi } from 'vitest';

afterEach(() => {
  vi.unstubAllGlobals();
  localStorage.clear();
});

async function loadPage() {
  vi.resetModules();
  return import('./request-ids.ts');
}

test('a browser keeps its id across pages', async () => {
  const id = (await loadPage()).deviceId();
  expect(id).toMatch(/^[0-9a-f-]{36}$/);
  expect((await loadPage()).deviceId()).toBe(id);
});

test('without storage the id lasts until the page is left', async () => {
  vi.stubGlobal('localStorage', {
    getItem: () => {
      throw new DOMException('refused', 'SecurityError');
    },
    setItem: () => {
      throw new DOMException('refused', 'SecurityError');
    },
    clear: () => {},
  });
  const page = await loadPage();
  expect(page.deviceId()).toBe(page.deviceId());
  expect((await loadPage()).deviceId()).not.toBe(page.deviceId());
});
