import { formatCount } from './text.ts';

/** The highest weight of a load, in pounds; more is a typing error. */
export const MAX_WEIGHT = 200_000;

/** '2,400 lb'. */
export function formatWeight(pounds: number): string {
  return `${formatCount(pounds)} lb`;
}
