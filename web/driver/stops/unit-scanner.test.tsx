import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { sampleStop } from '#web/driver/test/driver-samples.ts';
import { computeStopState } from './stop-state.ts';
import { UnitPart } from './UnitPart.tsx';

type Code = { rawValue: string };
let pictures: Code[][] = [];
let formats: string[] = [];
const track = { stop: vi.fn() };
const openCamera = vi.fn();

class FakeDetector {
  constructor(options: { formats: string[] }) {
    formats = options.formats;
  }
  detect = async () => pictures.shift() ?? [];
}

beforeEach(() => {
  vi.clearAllMocks();
  openCamera.mockResolvedValue({ getTracks: () => [track] });
  vi.stubGlobal('BarcodeDetector', FakeDetector);
  Object.defineProperty(navigator, 'mediaDevices', {
    value: { getUserMedia: openCamera },
    configurable: true,
  });
  vi.spyOn(HTMLMediaElement.prototype, 'play').mockResolvedValue();
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
  Reflect.deleteProperty(navigator, 'mediaDevices');
});

const show = () =>
  render(<UnitPart state={computeStopState(sampleStop(), [])} onClose={() => {}} direction="brought" />);
const field = () => screen.getByLabelText<HTMLInputElement>('Number on the unit');
const scan = () => fireEvent.click(screen.getByRole('button', { name: 'Scan the code on the unit' }));

test('the first picture with a code fills in the number, and the camera is off then', async () => {
  pictures = [[], [{ rawValue: 'https://rent.example/units/15-02' }]];
  show();
  scan();
  expect(await screen.findByText('Point the camera at the code.')).toBeTruthy();
  await waitFor(() => expect(field().value).toBe('15-02'));
  expect(openCamera).toHaveBeenCalledExactlyOnceWith({ video: { facingMode: 'environment' } });
  expect(formats).toEqual(['qr_code', 'code_128']);
  await waitFor(() => expect(track.stop).toHaveBeenCalledOnce());
  // What was read can be corrected before it is saved, and read again.
  expect(screen.getByRole('button', { name: 'Scan the code on the unit' })).toBeTruthy();
});

test('without the camera the driver types the number', async () => {
  openCamera.mockRejectedValue(new DOMException('Denied', 'NotAllowedError'));
  show();
  scan();
  expect((await screen.findByRole('alert')).textContent).toBe(
    'The camera did not start. Type the number instead.',
  );
  fireEvent.change(field(), { target: { value: '15-03' } });
  expect(field().value).toBe('15-03');
});

test('the camera is off after scanning was stopped, also when it starts only then', async () => {
  const camera = Promise.withResolvers<object>();
  openCamera.mockReturnValue(camera.promise);
  show();
  scan();
  fireEvent.click(await screen.findByRole('button', { name: 'Stop scanning' }));
  camera.resolve({ getTracks: () => [track] });
  await waitFor(() => expect(track.stop).toHaveBeenCalled());
  expect(field().value).toBe('');
});

test('a browser that reads no codes offers only the field', () => {
  vi.unstubAllGlobals();
  show();
  expect(screen.queryByRole('button', { name: /^Scan/ })).toBeNull();
  expect(field()).toBeTruthy();
});
