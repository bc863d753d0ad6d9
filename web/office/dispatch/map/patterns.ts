/** How routes differ on the map: the names of colors in map.css, and lines as lengths of dashes and gaps in line widths. */
const COLORS = 6;
const DASHES: readonly (readonly number[])[] = [[], [3, 2], [0.1, 2], [5, 2, 0.1, 2], [7, 3], [1.5, 1.5]];

/** Routes repeat a color only with another pattern: 30 of them differ. */
export function routeColorName(index: number): string {
  return `--route-${(index % COLORS) + 1}`;
}

/** Empty for a line without gaps. */
export function dashesOf(index: number): readonly number[] {
  return DASHES[(index + Math.floor(index / COLORS)) % DASHES.length] ?? [];
}
