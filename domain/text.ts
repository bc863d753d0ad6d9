/**
 * The beginning of a text, cut between two characters and never inside an emoji: half of one cannot be sent or stored.
 * `maxLength` is in UTF-16 units, of which an emoji has two, so the result fits however its receiver counts. Halves
 * that are in the text already are replaced.
 */
export function cutText(text: string, maxLength: number): string {
  const wellFormed = text.toWellFormed();
  const cut = wellFormed.slice(0, maxLength);
  return cut.isWellFormed() ? cut : cut.slice(0, -1);
}
