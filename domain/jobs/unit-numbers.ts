/** What counts in the number of a unit: '1509', '15 09' and '15.09' are 15-09. */
function unitKey(number: string): string {
  return number.toUpperCase().replace(/[^\p{L}\p{N}]/gu, '');
}

/** The painted number that a typed one means: the same in any case, or the only one with these letters and digits. */
export function findUnitNumber(painted: readonly string[], typed: string): string | null {
  const text = typed.trim().replace(/^#/, '');
  const same = painted.find((number) => number.toLowerCase() === text.toLowerCase());
  if (same !== undefined) return same;
  const key = unitKey(text);
  const alike = key === '' ? [] : painted.filter((number) => unitKey(number) === key);
  return alike.length === 1 ? (alike[0] ?? null) : null;
}
