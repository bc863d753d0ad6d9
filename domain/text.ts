/**
 * The beginning of a text: at most `maxLength` code points, as Stripe counts them, so that an emoji is never cut in
 * half, which cannot be sent or stored. Halves that are in the text already are replaced.
 */
export function cutText(text: string, maxLength: number): string {
  return Array.from(text.toWellFormed()).slice(0, maxLength).join('');
}
