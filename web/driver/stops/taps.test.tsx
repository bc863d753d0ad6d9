import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeAll, expect, test, vi } from 'vitest';
import { DEFAULT_REQUIRED_ITEMS, STOP_TYPES } from '#domain/dispatch/stops.ts';
import { stopPath, usePathname, viewAt } from '#web/driver/address.ts';
import { saveRoutes } from '#web/driver/outbox/database.ts';
import { startDriver } from '#web/driver/store.ts';
import { sampleRoutes, sampleStop } from '#web/driver/test/driver-samples.ts';
import { newPhone } from '#web/driver/test/outbox-database.ts';
import { isPhotoItem, RECORD_VERBS } from './item-words.ts';
import { StopPage } from './StopPage.tsx';

const STOPS = STOP_TYPES.map((type, index) =>
  sampleStop({
    id: index + 1,
    type,
    requiredItems: [...DEFAULT_REQUIRED_ITEMS[type]],
    collectedUnit: { id: 2, number: '15-02' },
  }),
);

// jsdom draws no pictures.
function stubPictures() {
  vi.stubGlobal('createImageBitmap', async () => ({ width: 40, height: 30, close() {} }));
  vi.spyOn(HTMLCanvasElement.prototype, 'getContext').mockReturnValue({ drawImage() {} } as never);
  vi.spyOn(HTMLCanvasElement.prototype, 'toBlob').mockImplementation((done) =>
    done({ arrayBuffer: async () => new ArrayBuffer(4) } as Blob),
  );
}

beforeAll(async () => {
  stubPictures();
  vi.stubGlobal('WebSocket', class extends EventTarget {});
  // Another tab has the lock: nothing is sent.
  const request = async (_name: string, _options: object, work: (lock: null) => unknown) => work(null);
  Object.defineProperty(navigator, 'locks', { value: { request }, configurable: true });
  const database = await newPhone();
  await saveRoutes(database, { reply: sampleRoutes(STOPS), readAtMs: Date.now() }, []);
  database.close();
  await startDriver();
});
afterEach(cleanup);

function Page() {
  const view = viewAt(usePathname());
  return view.view === 'stop' ? <StopPage stopId={view.stopId} part={view.part} /> : null;
}

async function takePhoto(button: HTMLElement) {
  fireEvent.click(button);
  // Of the two controls on a stop's page the button's is the second.
  const input = [...document.querySelectorAll<HTMLInputElement>('input[name=photo]')].at(-1)!;
  fireEvent.change(input, { target: { files: [new File(['x'], 'a.jpg', { type: 'image/jpeg' })] } });
}

const buttonNamed = (name: string | RegExp) => screen.findByRole('button', { name });

/** Does what the stop asks for until it is finished. Returns the taps beside photos. */
async function completeStop(type: (typeof STOP_TYPES)[number]): Promise<string[]> {
  const taps: string[] = [];
  const tap = async (name: RegExp) => {
    const button = await buttonNamed(name);
    taps.push(button.textContent ?? '');
    fireEvent.click(button);
  };
  const isBreak = type === 'break';
  if (!isBreak) await tap(/^On my way$/);
  await tap(isBreak ? /^Start the break$/ : /^Arrived$/);
  if (type === 'disposal') {
    await takePhoto(await buttonNamed('Photo of the ticket'));
    await buttonNamed('Another photo of the ticket');
    for (const [name, value] of [
      ['Ticket number', 'T-1'],
      ['Net, lb', '2,400'],
      ['Fee, $', '80'],
    ] as const) {
      fireEvent.change(screen.getByLabelText(name), { target: { value } });
    }
    await tap(/^Save and finish the stop$/);
    return taps;
  }
  for (const item of DEFAULT_REQUIRED_ITEMS[type].filter(isPhotoItem)) {
    await takePhoto(await buttonNamed(RECORD_VERBS[item]));
  }
  await tap(isBreak ? /^End the break$/ : /^Done/);
  return taps;
}

test.each(STOP_TYPES)('a stop of type %s takes at most three taps beside its photos', async (type) => {
  window.history.replaceState(null, '', stopPath(STOPS.find((stop) => stop.type === type)!.id));
  render(<Page />);
  expect((await completeStop(type)).length).toBeLessThanOrEqual(3);
  await waitFor(() => expect(screen.queryByRole('link', { name: /^Unable|^Skip/ })).toBeNull());
  expect(await screen.findByText(/^Done$|^Delivered/)).toBeTruthy();
});
