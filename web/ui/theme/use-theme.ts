import { useSyncExternalStore } from 'react';

/** The theme on the screen, which ui/theme/theme-start.ts keeps on the root element. */
export function useTheme(): 'light' | 'dark' {
  return useSyncExternalStore(subscribe, current, () => 'light');
}

function current() {
  return document.documentElement.dataset.theme === 'dark' ? 'dark' : 'light';
}

function subscribe(listener: () => void): () => void {
  const observer = new MutationObserver(listener);
  observer.observe(document.documentElement, { attributeFilter: ['data-theme'] });
  return () => observer.disconnect();
}
