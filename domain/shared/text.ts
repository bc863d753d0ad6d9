/**
 * The first `maxLength` code points of a text (Stripe counts code points). Cutting by UTF-16 units could split an emoji,
 * which then cannot be sent or stored. Lone surrogates in the text are replaced.
 */
export function cutText(text: string, maxLength: number): string {
  return Array.from(text.toWellFormed()).slice(0, maxLength).join('');
}

/** '12,345' from 12345. Not Intl.NumberFormat: creating one takes a browser several milliseconds. */
export function formatCount(whole: number): string {
  return String(whole).replace(/\B(?=(\d{3})+$)/g, ',');
}
