import { Html, html } from './html.ts';

const STYLE = new Html(`
:root { color-scheme: light dark; --line: light-dark(#d9dee5, #353d48); --soft: light-dark(#5a6675, #9aa7b6); --card: light-dark(#fff, #1b2027); --accent: light-dark(#4338ca, #a5b4fc); }
* { box-sizing: border-box; }
body { margin: 0; font: 15px/1.5 system-ui, sans-serif; background: light-dark(#f5f6f8, #12161b); }
main { max-width: 84rem; margin: 0 auto; padding: 2rem 1rem 4rem; }
h1 { margin: 0; font-size: 1.5rem; }
h2 { margin: 2.25rem 0 .5rem; font-size: 1.05rem; }
p { margin: .25rem 0; color: var(--soft); }
.table { overflow-x: auto; background: var(--card); border: 1px solid var(--line); border-radius: .5rem; }
table { width: 100%; border-collapse: collapse; }
th, td { padding: .5rem .75rem; text-align: left; vertical-align: top; white-space: nowrap; }
th { font-size: .8rem; font-weight: 600; color: var(--soft); border-bottom: 1px solid var(--line); }
tr + tr td { border-top: 1px solid var(--line); }
td.wide { white-space: normal; min-width: 16rem; }
code { font: .85em ui-monospace, monospace; }
.number { text-align: right; font-variant-numeric: tabular-nums; }
.good { color: light-dark(#13703c, #7ddba3); }
.bad { color: light-dark(#b3261e, #ff9a90); }
.wait { color: light-dark(#8a5a00, #f2c261); }
article { margin: 1rem 0; background: var(--card); border: 1px solid var(--line); border-radius: .5rem; }
article header { padding: .75rem 1rem; border-bottom: 1px solid var(--line); }
article header strong { display: block; font-size: 1.05rem; }
article details { padding: .5rem 1rem; }
summary { cursor: pointer; color: var(--accent); }
iframe { width: 100%; height: 26rem; border: 0; background: #fff; display: block; }
pre { margin: .5rem 0; white-space: pre-wrap; overflow-wrap: anywhere; font: .9em/1.5 ui-monospace, monospace; }
`);

/** The HTML document of a stand-in, without scripts and network requests. */
export function page(title: string, body: Html): Response {
  const document = html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title}</title>
<style>${STYLE}</style>
</head>
<body><main>${body}</main></body>
</html>`;
  return new Response(document.text, {
    headers: {
      'Cache-Control': 'no-store',
      'Content-Security-Policy':
        "default-src 'none'; style-src 'unsafe-inline'; frame-src 'self'; img-src data:",
      'Content-Type': 'text/html; charset=utf-8',
      'X-Content-Type-Options': 'nosniff',
    },
  });
}
