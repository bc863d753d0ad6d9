const OPENED = 'office-palette';

/** Opens the command palette, for the button in the top bar. */
export function openPalette(): void {
  window.dispatchEvent(new Event(OPENED));
}

export function onPaletteOpened(listener: () => void): () => void {
  window.addEventListener(OPENED, listener);
  return () => window.removeEventListener(OPENED, listener);
}
