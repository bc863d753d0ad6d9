import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { followView, reportAppHeight, reportStep } from './frame.ts';

const parent = { postMessage: vi.fn() };
const sized = (height: number) => {
  const element = document.createElement('section');
  element.getBoundingClientRect = () => ({ height }) as DOMRect;
  return element;
};
let resize: () => void = () => {};

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal(
    'ResizeObserver',
    class {
      constructor(callback: () => void) {
        resize = callback;
      }
      observe() {
        resize();
      }
    },
  );
});

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  parent.postMessage.mockClear();
});

const framed = () => vi.stubGlobal('parent', parent);

test('a step reports its height and number 300 ms after it changed', () => {
  framed();
  reportStep(sized(700.2), 2);
  vi.advanceTimersByTime(299);
  expect(parent.postMessage).not.toHaveBeenCalled();
  vi.advanceTimersByTime(1);
  expect(parent.postMessage.mock.calls).toEqual([
    [{ type: 'booking-form-height', height: 741, step: 2 }, '*'],
  ]);
});

test('a step that the customer leaves at once reports nothing', () => {
  framed();
  reportStep(sized(700), 2)();
  vi.advanceTimersByTime(1000);
  expect(parent.postMessage).not.toHaveBeenCalled();
});

test('the content reports changes of more than a pixel', () => {
  framed();
  const content = sized(500);
  reportAppHeight(content);
  for (const height of [501, 502, 300]) {
    content.getBoundingClientRect = () => ({ height }) as DOMRect;
    resize();
  }
  expect(parent.postMessage.mock.calls.map(([message]) => message)).toEqual([
    { type: 'booking-app-height', height: 500 },
    { type: 'booking-app-height', height: 502 },
    { type: 'booking-app-height', height: 300 },
  ]);
});

test('a frame reports no height before it has a width, and reports it once it has loaded', () => {
  framed();
  vi.stubGlobal('innerWidth', 0);
  const content = sized(7200);
  reportAppHeight(content);
  expect(parent.postMessage).not.toHaveBeenCalled();
  vi.stubGlobal('innerWidth', 375);
  content.getBoundingClientRect = () => ({ height: 810 }) as DOMRect;
  window.dispatchEvent(new Event('load'));
  expect(parent.postMessage.mock.calls).toEqual([[{ type: 'booking-app-height', height: 810 }, '*']]);
});

test('a page outside a frame posts no messages', () => {
  const post = vi.spyOn(window, 'postMessage');
  reportStep(sized(700), 1);
  reportAppHeight(sized(700));
  vi.advanceTimersByTime(1000);
  expect(post).not.toHaveBeenCalled();
});

test('an element follows what is in view of the host page, within its parent', () => {
  framed();
  const form = document.createElement('div');
  form.getBoundingClientRect = () => ({ top: 100, height: 2000 }) as DOMRect;
  const bar = form.appendChild(document.createElement('aside'));
  Object.defineProperty(bar, 'offsetHeight', { value: 60 });
  const end = followView(bar);
  const view = (data: object, source = parent) =>
    window.dispatchEvent(new MessageEvent('message', { data, source: source as never }));
  const shift = () => bar.style.translate.split(' ').at(-1);
  const moved = (top: unknown) => {
    view({ type: 'booking-view', top });
    return shift();
  };
  expect(moved(0)).toBe('0px');
  expect(moved(700)).toBe('600px');
  expect(moved(5000)).toBe('1940px');
  expect(['700', Number.NaN, undefined].map(moved)).toEqual(Array(3).fill('1940px'));
  view({ type: 'booking-view', top: 700 }, window as never);
  view({ type: 'other', top: 700 });
  expect(shift()).toBe('1940px');
  end();
  expect(moved(700)).toBe('1940px');
});
