import { showDriverTheme, storedDriverTheme } from './theme.ts';

// Runs before the first paint of the page of drivers.
showDriverTheme(storedDriverTheme());
