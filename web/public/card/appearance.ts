import regular from '@fontsource/barlow/files/barlow-latin-400-normal.woff2?url';
import semibold from '@fontsource/barlow/files/barlow-latin-600-normal.woff2?url';
import type { Appearance, CustomFontSource } from '@stripe/stripe-js';

export type Theme = 'light' | 'dark';

/** The card fields are in Stripe's frame, so the theme's colors are passed as values. */
export function cardAppearance(theme: Theme): Appearance {
  const style = getComputedStyle(document.documentElement);
  const token = (name: string) => style.getPropertyValue(`--color-${name}`).trim();
  return {
    theme: theme === 'dark' ? 'night' : 'stripe',
    variables: {
      colorPrimary: token('brand'),
      colorBackground: token('surface'),
      colorText: token('ink'),
      colorTextSecondary: token('ink-soft'),
      colorDanger: token('danger'),
      fontFamily: 'Barlow, system-ui, sans-serif',
      fontSizeBase: '17px',
      borderRadius: '5px',
      spacingUnit: '4px',
    },
    rules: { '.Input': { borderColor: token('edge'), boxShadow: 'none' } },
  };
}

/** The page's font for the card fields. Their frame has another origin, so the URLs are absolute. */
export function cardFonts(): CustomFontSource[] {
  return [face('400', regular), face('600', semibold)];
}

function face(weight: string, path: string): CustomFontSource {
  return { family: 'Barlow', weight, src: `url(${new URL(path, location.href).href})` };
}
