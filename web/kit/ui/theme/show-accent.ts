import { accentStyle } from '#domain/shared/business.ts';

let sheet: CSSStyleSheet | null = null;

/**
 * Gives the document the accent color of the business. By a sheet of the script: the policy of documents that are not
 * filled at the edge allows no inline style.
 */
export function showAccent(accent: string): void {
  if (!sheet) {
    sheet = new CSSStyleSheet();
    document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet];
  }
  sheet.replaceSync(accentStyle(accent));
}
