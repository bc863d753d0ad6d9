import { beforeEach, expect, test, vi } from 'vitest';
import { mountBookingFrames } from './booking-frames.ts';

const ORIGIN = 'https://rent.example.com';
const scrolled = vi.fn();

beforeEach(() => {
  loadHostBy('navigate');
  vi.stubGlobal('matchMedia', () => ({ matches: false }));
  Element.prototype.scrollIntoView = function scroll(this: Element) {
    scrolled(this.id);
  };
  scrolled.mockClear();
  document.body.innerHTML =
    '<div id="a" data-dumpster-booking><a href="/">Book</a></div><div id="b" data-dumpster-booking></div>';
  mountBookingFrames(ORIGIN);
});

function loadHostBy(type: NavigationTimingType) {
  performance.getEntriesByType = () => [{ type } as PerformanceNavigationTiming];
}

const frameIn = (id: string) => document.querySelector<HTMLIFrameElement>(`#${id} iframe`)!;

const frameNames = () => [...document.querySelectorAll('iframe')].map(({ name }) => name);

function post(id: string, data: object, origin = ORIGIN) {
  dispatchEvent(new MessageEvent('message', { source: frameIn(id).contentWindow, origin, data }));
}

/** Where the frame's top is on the screen. */
function putTopAt(id: string, top: number) {
  frameIn(id).getBoundingClientRect = () => ({ top }) as DOMRect;
}

const step = (number: number) => ({ type: 'booking-form-height', height: 800, step: number });

test('each place gets one frame, however often the script runs', () => {
  mountBookingFrames(ORIGIN);
  expect([...document.querySelectorAll('iframe')].map(({ src, title }) => [src, title])).toEqual([
    [`${ORIGIN}/`, 'Book a dumpster'],
    [`${ORIGIN}/`, 'Book a dumpster'],
  ]);
  expect(document.querySelector('a')).toBeNull();
});

test('after a reload and after Back of the host page the address of each frame says so', () => {
  loadHostBy('back_forward');
  document.body.innerHTML = '<div id="a" data-dumpster-booking></div>';
  mountBookingFrames(ORIGIN);
  expect(frameIn('a').src).toBe(`${ORIGIN}/#return`);
});

test('frames are named by their position, the same after a reload', () => {
  expect(frameNames()).toEqual(['dumpster-booking-1', 'dumpster-booking-2']);
  document.body.innerHTML =
    '<div id="a" data-dumpster-booking></div><div id="b" data-dumpster-booking></div>';
  mountBookingFrames(ORIGIN);
  expect(frameNames()).toEqual(['dumpster-booking-1', 'dumpster-booking-2']);
});

test('a place that is added before the others gets a free name, and the others keep theirs', () => {
  document.body.insertAdjacentHTML('afterbegin', '<div id="c" data-dumpster-booking></div>');
  mountBookingFrames(ORIGIN);
  expect(frameNames()).toEqual(['dumpster-booking-3', 'dumpster-booking-1', 'dumpster-booking-2']);
});

test('a frame takes the height of its own content', () => {
  post('b', { type: 'booking-app-height', height: 1234 });
  expect([frameIn('a').style.height, frameIn('b').style.height]).toEqual(['900px', '1234px']);
});

test('the first report of a step scrolls nothing, the next step shows the top of its own frame', () => {
  putTopAt('a', -700);
  post('a', step(1));
  post('a', step(1));
  expect(scrolled).not.toHaveBeenCalled();
  post('a', step(2));
  expect(scrolled.mock.calls).toEqual([['a']]);
});

test('a frame whose top is in view stays where it is', () => {
  putTopAt('a', 120);
  post('a', step(1));
  post('a', step(2));
  expect(scrolled).not.toHaveBeenCalled();
});

test('messages of other origins and other frames change nothing', () => {
  putTopAt('a', -700);
  post('a', step(1));
  post('a', step(2), 'https://evil.example.com');
  post('a', { type: 'booking-app-height', height: 5 }, 'https://evil.example.com');
  dispatchEvent(new MessageEvent('message', { source: window, origin: ORIGIN, data: step(2) }));
  expect([frameIn('a').style.height, scrolled.mock.calls]).toEqual(['900px', []]);
});
