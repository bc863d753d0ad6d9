import { afterEach, expect, test, vi } from 'vitest';
import { registerDriverWorker, SKIP_WAITING } from './update.ts';

afterEach(() => {
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

/** The service workers of a browser, whose versions the test installs. */
function fakeWorkers({ hasController }: { hasController: boolean }) {
  vi.useFakeTimers();
  const messages: unknown[] = [];
  const installing = Object.assign(new EventTarget(), {
    state: 'installing',
    postMessage: (message: unknown) => messages.push(message),
  });
  const registration = Object.assign(new EventTarget(), {
    waiting: null,
    installing,
    update: async () => {},
  });
  const workers = Object.assign(new EventTarget(), {
    controller: hasController ? {} : null,
    register: async () => registration,
  });
  vi.stubGlobal('navigator', { serviceWorker: workers });
  const offers: (() => void)[] = [];
  const reload = vi.fn();
  const register = () => registerDriverWorker((start) => offers.push(start), reload);
  const install = () => {
    registration.dispatchEvent(new Event('updatefound'));
    installing.state = 'installed';
    installing.dispatchEvent(new Event('statechange'));
  };
  const takeOver = () => {
    Object.assign(workers, { controller: {} });
    workers.dispatchEvent(new Event('controllerchange'));
  };
  return { register, install, takeOver, offers, messages, reload };
}

test('the first version takes over without a question', async () => {
  const { register, install, takeOver, offers, reload } = fakeWorkers({ hasController: false });
  await register();
  install();
  takeOver();
  expect([offers.length, reload.mock.calls.length]).toEqual([0, 0]);
});

test('a newer version starts when the driver wants it, and the page is then loaded again', async () => {
  const { register, install, takeOver, offers, messages, reload } = fakeWorkers({ hasController: true });
  await register();
  install();
  expect([offers.length, messages, reload.mock.calls.length]).toEqual([1, [], 0]);
  offers[0]?.();
  expect([messages, reload.mock.calls.length]).toEqual([[SKIP_WAITING], 0]);
  takeOver();
  expect(reload).toHaveBeenCalledOnce();
});

test('a version that another tab has started is offered, and does not close a form', async () => {
  const { register, takeOver, offers, reload } = fakeWorkers({ hasController: true });
  await register();
  takeOver();
  expect([offers.length, reload.mock.calls.length]).toEqual([1, 0]);
  offers[0]?.();
  expect(reload).toHaveBeenCalledOnce();
});
