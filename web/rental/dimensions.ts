import { type DumpsterType, dumpsterSize } from '#domain/rental.ts';

/** Inches to a foot. */
export const FOOT_IN = 12;

/** In feet. */
type Dimensions = { length: number; width: number; height: number };

export function dimensionsOf(type: DumpsterType): Dimensions {
  const { lengthIn, widthIn, heightIn } = dumpsterSize(type);
  return { length: lengthIn / FOOT_IN, width: widthIn / FOOT_IN, height: heightIn / FOOT_IN };
}

/** '12 × 8 × 3.5 ft'. */
export function dimensionsLabel(type: DumpsterType): string {
  const { length, width, height } = dimensionsOf(type);
  return `${length} × ${width} × ${height} ft`;
}

/** '12 feet long, 8 feet wide, 3.5 feet high', for screen readers. */
export function dimensionsText(type: DumpsterType): string {
  const { length, width, height } = dimensionsOf(type);
  return `${length} feet long, ${width} feet wide, ${height} feet high`;
}

export function suggestedUse(type: DumpsterType): string {
  return dumpsterSize(type).bestFor;
}
