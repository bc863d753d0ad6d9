/** The browser's reader of codes, which few phones have (TypeScript does not know it). */
export type CodeReader = { detect(source: CanvasImageSource): Promise<{ rawValue: string }[]> };
type WithReader = { BarcodeDetector?: new (options: { formats: string[] }) => CodeReader };

export function canScanUnits(): boolean {
  return 'BarcodeDetector' in globalThis && Boolean(navigator.mediaDevices?.getUserMedia);
}

/** Throws if the browser has none. */
export function openCodeReader(): CodeReader {
  const Reader = (globalThis as WithReader).BarcodeDetector;
  if (!Reader) throw new Error('This browser reads no codes');
  return new Reader({ formats: ['qr_code', 'code_128'] });
}

/** The number in a code: the code itself, or the last part of an address. */
export function parseUnitNumber(code: string): string {
  const text = code.trim();
  if (!URL.canParse(text) || !/^https?:/i.test(text)) return text;
  return decodeURIComponent(new URL(text).pathname.split('/').filter(Boolean).at(-1) ?? '');
}
