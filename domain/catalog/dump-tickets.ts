import { formatCount } from '#domain/shared/text.ts';

/** The highest weight of a load, in pounds; more is a typing error. */
export const MAX_WEIGHT = 200_000;

/** '2,400 lb'. */
export function formatWeight(pounds: number): string {
  return `${formatCount(pounds)} lb`;
}

const POUNDS_PER_TON = 2000;
export const WEIGHT_UNITS = { pounds: 'Pounds', tons: 'Tons' } as const;
export type WeightUnit = keyof typeof WEIGHT_UNITS;

/** The pounds of a typed weight: whole pounds ('2,400', '2400') or tons ('1.25'), rounded; or what is wrong with it. */
export function readWeight(typed: string, unit: WeightUnit): { pounds: number } | { inputError: string } {
  const text = typed.trim();
  if (unit === 'tons') {
    if (/^\d{1,3}(?:\.\d{1,4})?$/.test(text)) return { pounds: Math.round(Number(text) * POUNDS_PER_TON) };
    if (/^\d+,\d+$/.test(text))
      return { inputError: `Write decimals after a point, such as ${text.replace(',', '.')}` };
    return { inputError: 'Enter tons, such as 1.25' };
  }
  const digits = text.replace(/^(\d{1,3}),(\d{3})$/, '$1$2');
  if (/^\d{1,9}$/.test(digits)) return { pounds: Number(digits) };
  return {
    inputError: /^\d+[.,]\d+$/.test(text)
      ? 'Enter whole pounds, or choose tons'
      : 'Enter whole pounds, such as 2,400',
  };
}
