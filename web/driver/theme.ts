/** 'sun': black on white with thick lines, for a phone in bright sun. */
export const DRIVER_THEMES = ['light', 'dark', 'sun'] as const;
export type DriverTheme = (typeof DRIVER_THEMES)[number];

const KEY = 'driver-theme';

/** The theme that was chosen on this phone. */
export function storedDriverTheme(): DriverTheme {
  try {
    const stored = localStorage.getItem(KEY);
    return DRIVER_THEMES.find((theme) => theme === stored) ?? 'light';
  } catch {
    return 'light';
  }
}

export function showDriverTheme(theme: DriverTheme): void {
  document.documentElement.dataset.theme = theme;
}

export function chooseDriverTheme(theme: DriverTheme): void {
  showDriverTheme(theme);
  try {
    localStorage.setItem(KEY, theme);
  } catch {
    // No access to storage: the choice lasts until the page is left.
  }
}
