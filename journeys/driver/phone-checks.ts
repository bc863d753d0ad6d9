import { expect, type Page } from '@playwright/test';
import { findViolations, setTheme } from '../running/accessible.ts';
import type { Records } from '../running/records.ts';
import { EXIF_TEXT } from './driver-desk.ts';

/** Text at 7:1 in every theme, and nothing to tap below 44 px, but for links within a sentence. */
export async function expectReadableAtArmsLength(phone: Page, what: string): Promise<void> {
  for (const theme of ['light', 'dark', 'sun']) {
    await setTheme(phone, theme);
    const violations = await findViolations(phone, ['color-contrast-enhanced', 'color-contrast']);
    const found = violations.flatMap(({ nodes }) => nodes.map(({ failureSummary }) => failureSummary));
    expect(found, `${what}, ${theme}`).toEqual([]);
  }
  await setTheme(phone, 'light');
  const small = await phone.evaluate(() =>
    [
      ...document.querySelectorAll<HTMLElement>(
        'a, button, label:has(input), input:not(label input), textarea',
      ),
    ]
      .filter((each) => each.checkVisibility() && !each.closest('p, .sr-only'))
      .filter((each) => each.getAttribute('type') !== 'file' && each.className !== 'sr-only')
      // The link of a card covers the card.
      .filter((each) => !each.closest('h2'))
      .map((each) => ({ box: each.getBoundingClientRect(), text: each.outerHTML.slice(0, 120) }))
      .filter(({ box }) => box.width > 0 && (box.height < 43.5 || box.width < 43.5))
      .map(({ text }) => text),
  );
  expect(small, `${what}: targets below 44 px`).toEqual([]);
}

/** What arrived is at most 1,600 pixels wide and high; the first photo is a JPEG file without the camera's metadata. */
export async function expectReducedPhotos(
  phone: Page,
  photos: ReturnType<Records['driverPhotosOf']>,
): Promise<void> {
  const [first] = photos;
  expect(first).toMatchObject({ width: 1600, height: 1200, mediaType: 'image/jpeg' });
  for (const { width, height } of photos) expect(Math.max(width, height)).toBeLessThanOrEqual(1600);
  const content = await phone.evaluate(async (id) => {
    const reply = await fetch(`/api/driver/photos/${id}`);
    return new TextDecoder('latin1').decode(await reply.arrayBuffer());
  }, first?.id);
  expect([content.startsWith('\u00ff\u00d8\u00ff'), content.includes(EXIF_TEXT)]).toEqual([true, false]);
}

/** Draws with a finger. */
export async function sign(phone: Page): Promise<void> {
  const field = phone.getByRole('img', { name: 'Field for the signature' });
  // Waits until the field takes input: right after a page opens, it does not.
  await field.hover({ position: { x: 30, y: 100 } });
  const box = (await field.boundingBox())!;
  await phone.mouse.down();
  await phone.mouse.move(box.x + 120, box.y + 60, { steps: 5 });
  await phone.mouse.move(box.x + 220, box.y + 120, { steps: 5 });
  await phone.mouse.up();
}

/** A turned phone keeps the strokes, and the field has the pixels of its new size. */
export async function expectSignatureAfterTurn(phone: Page): Promise<void> {
  const field = phone.getByRole('img', { name: 'Field for the signature' });
  for (const [width, height] of [[640, 360] as const, [360, 640] as const]) {
    await phone.setViewportSize({ width, height });
    await expect
      .poll(() =>
        field.evaluate((canvas: HTMLCanvasElement) => {
          const { data } = canvas.getContext('2d')!.getImageData(0, 0, canvas.width, canvas.height);
          return {
            fits: canvas.width === Math.trunc(canvas.offsetWidth * Math.max(1, devicePixelRatio)),
            isDrawn: data.some((value, index) => index % 4 === 0 && value < 100),
          };
        }),
      )
      .toEqual({ fits: true, isDrawn: true });
  }
}

/** Makes it a file of 2 MB, as a large screen does: a picture that cannot be compressed. */
export async function enlargeSignature(phone: Page): Promise<void> {
  await phone.getByRole('img', { name: 'Field for the signature' }).evaluate((canvas: HTMLCanvasElement) => {
    canvas.width = 1000;
    canvas.height = 700;
    const noise = new ImageData(canvas.width, canvas.height);
    for (let from = 0; from < noise.data.length; from += 40_000)
      crypto.getRandomValues(noise.data.subarray(from, from + 40_000));
    canvas.getContext('2d')?.putImageData(noise, 0, 0);
  });
}
