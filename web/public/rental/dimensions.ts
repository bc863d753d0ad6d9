import type { SizeOption } from '#domain/catalog/rate-card.ts';

/** Inches to a foot. */
export const FOOT_IN = 12;

/** The inside of a box, in inches. */
export type Measures = Pick<SizeOption, 'lengthIn' | 'widthIn' | 'heightIn'>;

/** '12 × 8 × 3.5 ft'. */
export function dimensionsLabel(measures: Measures): string {
  const { length, width, height } = feetOf(measures);
  return `${length} × ${width} × ${height} ft`;
}

/** '12 feet long, 8 feet wide, 3.5 feet high', for screen readers. */
export function dimensionsText(measures: Measures): string {
  const { length, width, height } = feetOf(measures);
  return `${length} feet long, ${width} feet wide, ${height} feet high`;
}

/** In feet, to the hundredth. */
function feetOf({ lengthIn, widthIn, heightIn }: Measures) {
  const feet = (inches: number) => Math.round((inches * 100) / FOOT_IN) / 100;
  return { length: feet(lengthIn), width: feet(widthIn), height: feet(heightIn) };
}
