/** The supported appearance options; all other options of Stripe are accepted and ignored. */
export interface Look {
  theme?: string;
  variables?: Record<string, string | undefined>;
}

const LIGHT = {
  colorPrimary: '#0570de',
  colorBackground: '#ffffff',
  colorText: '#30313d',
  colorDanger: '#df1b41',
  fontFamily: 'ui-sans-serif, system-ui, sans-serif',
  borderRadius: '5px',
  spacingUnit: '0.25rem',
};
const NIGHT = {
  ...LIGHT,
  colorPrimary: '#0085ff',
  colorBackground: '#30313d',
  colorText: '#ffffff',
  colorDanger: '#fe87a1',
};

/** Sets the appearance through the CSSOM, which a strict content security policy allows. */
export function applyLook(root: HTMLElement, look: Look): void {
  adoptStyleSheet();
  const night = look.theme === 'night';
  const base: Record<string, string> = night ? NIGHT : LIGHT;
  for (const [name, value] of Object.entries(base)) {
    root.style.setProperty(`--ssi-${name}`, look.variables?.[name] ?? value);
  }
  root.style.setProperty('color-scheme', night ? 'dark' : 'light');
}

const SHEET = `
.ssi { font-family: var(--ssi-fontFamily); color: var(--ssi-colorText); display: grid; gap: calc(var(--ssi-spacingUnit) * 3); text-align: left; }
.ssi * { box-sizing: border-box; }
.ssi.ssi-loading { min-height: 10.5rem; }
.ssi .ssi-pair { display: grid; grid-template-columns: repeat(auto-fit, minmax(min(8rem, 100%), 1fr)); gap: calc(var(--ssi-spacingUnit) * 3); align-items: start; }
.ssi label { display: block; margin: 0 0 var(--ssi-spacingUnit); font-size: 0.93rem; font-weight: 400; line-height: 1.3; color: var(--ssi-colorText); }
.ssi .ssi-box { position: relative; }
.ssi input.ssi-input {
  display: block; width: 100%; min-height: 2.75rem; margin: 0; padding: calc(var(--ssi-spacingUnit) * 3);
  font: 400 1rem/1.25 var(--ssi-fontFamily); color: var(--ssi-colorText); background: var(--ssi-colorBackground);
  border: 1px solid color-mix(in srgb, var(--ssi-colorText) 50%, var(--ssi-colorBackground)); border-radius: var(--ssi-borderRadius);
  box-shadow: 0 1px 1px rgb(0 0 0 / 3%), 0 3px 6px rgb(18 42 66 / 2%); transition: border-color 0.15s, box-shadow 0.15s;
}
.ssi input.ssi-input::placeholder { color: color-mix(in srgb, var(--ssi-colorText) 75%, var(--ssi-colorBackground)); opacity: 1; }
.ssi input.ssi-input:focus { outline: 2px solid var(--ssi-colorPrimary); outline-offset: -1px; border-color: var(--ssi-colorPrimary); }
.ssi input.ssi-input[aria-invalid='true'] { color: var(--ssi-colorDanger); border-color: var(--ssi-colorDanger); box-shadow: 0 0 0 1px var(--ssi-colorDanger); }
.ssi input.ssi-input:disabled { opacity: 0.6; }
.ssi input.ssi-number { padding-right: 4rem; }
.ssi .ssi-mark { position: absolute; right: calc(var(--ssi-spacingUnit) * 3); top: 50%; transform: translateY(-50%); height: 1.25rem; width: 2rem; pointer-events: none; }
.ssi .ssi-error { margin: var(--ssi-spacingUnit) 0 0; font-size: 0.93rem; line-height: 1.3; color: var(--ssi-colorDanger); }
.ssi .ssi-error:empty { display: none; }
dialog.ssi-dialog {
  box-sizing: border-box; position: fixed; inset: 0; margin: auto; width: min(26rem, calc(100vw - 2rem)); height: fit-content; max-height: calc(100vh - 2rem); overflow: auto;
  padding: 1.75rem; border: 0; border-radius: 0.75rem; font: 400 1rem/1.5 ui-sans-serif, system-ui, sans-serif; color: #1a1f36; background: #fff;
  box-shadow: 0 15px 35px rgb(50 50 93 / 25%); color-scheme: light;
}
dialog.ssi-dialog::backdrop { background: rgb(10 15 30 / 60%); }
dialog.ssi-dialog h2 { margin: 0 0 0.5rem; font-size: 1.25rem; font-weight: 600; line-height: 1.3; color: inherit; }
dialog.ssi-dialog p { margin: 0 0 1.25rem; color: #404452; }
dialog.ssi-dialog div { display: grid; gap: 0.75rem; }
dialog.ssi-dialog button { min-height: 2.75rem; padding: 0.5rem 1rem; font-family: inherit; font-size: 1rem; font-weight: 600; line-height: 1.2; border: 1px solid #533afd; border-radius: 0.5rem; cursor: pointer; background: #533afd; color: #fff; }
dialog.ssi-dialog button + button { background: #fff; border-color: #8c8fa3; color: #1a1f36; }
dialog.ssi-dialog button:focus-visible { outline: 3px solid #96c5ff; outline-offset: 2px; }
`;

let sheet: CSSStyleSheet | null = null;

/** A constructed style sheet is not an inline style, so `style-src 'self'` allows it. */
export function adoptStyleSheet(): void {
  if (sheet) return;
  sheet = new CSSStyleSheet();
  sheet.replaceSync(SHEET);
  document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet];
}
