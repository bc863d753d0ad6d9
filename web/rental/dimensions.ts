import type { DumpsterType } from '#domain/rental.ts';

/** Feet. What the box holds is its nominal volume; outer measures differ a little from maker to maker. */
export type Dimensions = { length: number; width: number; height: number };

/**
 * Typical measures of rectangular roll-off boxes as US haulers publish them (length x width x height, rails
 * included): 10 yd 12 x 8 x 3.5, 15 yd 16 x 7.5 x 4.5, 20 yd 22 x 8 x 4.5, 30 yd 22 x 8 x 6.
 */
const DIMENSIONS: Record<DumpsterType, Dimensions> = {
  '10-yard': { length: 12, width: 8, height: 3.5 },
  '15-yard': { length: 16, width: 7.5, height: 4.5 },
  '20-yard': { length: 22, width: 8, height: 4.5 },
  '30-yard': { length: 22, width: 8, height: 6 },
};

const SUGGESTED_USES: Record<DumpsterType, string> = {
  '10-yard': 'A garage, an attic or one room',
  '15-yard': 'A kitchen or bathroom remodel',
  '20-yard': 'A roof, a deck or a large cleanout',
  '30-yard': 'A whole house or new construction',
};

export function dimensionsOf(type: DumpsterType): Dimensions {
  return DIMENSIONS[type];
}

/** '12 × 8 × 3.5 ft' for eyes. */
export function dimensionsLabel(type: DumpsterType): string {
  const { length, width, height } = DIMENSIONS[type];
  return `${length} × ${width} × ${height} ft`;
}

/** The same in words. */
export function dimensionsText(type: DumpsterType): string {
  const { length, width, height } = DIMENSIONS[type];
  return `${length} feet long, ${width} feet wide, ${height} feet high`;
}

export function suggestedUse(type: DumpsterType): string {
  return SUGGESTED_USES[type];
}
