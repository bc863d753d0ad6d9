import type { Appearance } from '@stripe/stripe-js';

export type Theme = 'light' | 'dark';

/** The card fields stand in a frame of Stripe's: the theme's colours are handed over as values. */
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
