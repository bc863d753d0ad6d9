/** What is dialed once the call is answered: 'x12', 'ext. 3', '#4'. */
const EXTENSION = /[ ,;]*(?:ext(?:ension|n)?|x|#)[ .:]*(\d+)$/i;

/** A typed phone number without its extension, and the extension's digits ('' without one). */
export function splitPhone(typed: string): { number: string; extension: string } {
  const found = EXTENSION.exec(typed);
  return { number: typed.slice(0, found?.index).trim(), extension: found?.[1] ?? '' };
}

export function digitsOf(text: string): string {
  return text.replace(/\D/g, '');
}
