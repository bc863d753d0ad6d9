import { beforeEach, expect, test, vi } from 'vitest';
import { mountBookingFrames } from './booking-frames.ts';

const ORIGIN = 'https://rent.example.com';
const scrolled = vi.fn();

beforeEach(() => {
  loadHostBy('navigate');
  vi.stubGlobal('matchMedia', () => ({ matches: false }));
  document.elementFromPoint = () => null;
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

/** A header of the host page that covers the top of the window. */
function coverTop(position: string, bottom: number) {
  const header = document.body.appendChild(document.createElement('header'));
  header.style.position = position;
  header.getBoundingClientRect = () => ({ bottom }) as DOMRect;
  const link = header.appendChild(document.createElement('a'));
  document.elementFromPoint = (_x, y) => (y <= bottom ? link : document.body);
}

const marginOf = (id: string) => document.getElementById(id)!.style.scrollMarginTop;

test.each([
  { position: 'fixed', height: 80, top: 40, margin: '80px' },
  { position: 'sticky', height: 80, top: 40, margin: '80px' },
  // A dialog, and what scrolls with the page.
  { position: 'fixed', height: 700, top: -700, margin: '' },
  { position: 'static', height: 80, top: -700, margin: '' },
])('a step shows its top below a $position header of $height px', ({ position, height, top, margin }) => {
  coverTop(position, height);
  putTopAt('a', top);
  post('a', step(1));
  post('a', step(2));
  expect([scrolled.mock.calls, marginOf('a')]).toEqual([[['a']], margin]);
});

test('the offset of a place wins over what is measured, and a larger margin of the host stays', () => {
  coverTop('fixed', 80);
  for (const [id, offset, margin] of [
    ['a', '120', ''],
    ['b', '0', '30px'],
  ] as const) {
    const place = document.getElementById(id)!;
    place.dataset.offset = offset;
    place.style.scrollMarginTop = margin;
    putTopAt(id, -700);
    post(id, step(1));
    post(id, step(2));
  }
  expect([marginOf('a'), marginOf('b')]).toEqual(['120px', '30px']);
});

test('a frame gets the top of what is in view, below the header', async () => {
  coverTop('fixed', 80);
  const views = vi.fn();
  frameIn('a').contentWindow!.postMessage = views as never;
  frameIn('a').getBoundingClientRect = () => ({ top: -700, bottom: 300 }) as DOMRect;
  post('a', { type: 'booking-app-height', height: 1000 });
  expect(views.mock.lastCall).toEqual([{ type: 'booking-view', top: 780 }, ORIGIN]);
  frameIn('a').getBoundingClientRect = () => ({ top: 200, bottom: 1200 }) as DOMRect;
  dispatchEvent(new Event('resize'));
  expect(views.mock.lastCall).toEqual([{ type: 'booking-view', top: 0 }, ORIGIN]);
  frameIn('a').getBoundingClientRect = () => ({ top: -1200, bottom: -200 }) as DOMRect;
  dispatchEvent(new Event('resize'));
  expect(views).toHaveBeenCalledTimes(2);
});
