import type { Page } from '@playwright/test';
import { collectBrowserErrors } from './browser-errors.ts';

/** Texts that try to run as code or to break a layout. The contract accepts each as a name: at most 100 characters. */
export const HOSTILE_LINES: readonly string[] = [
  '<script>hostile("script")</script>',
  '"><img src=x onerror=hostile("image")>',
  "'><svg/onload=hostile('drawing')>",
  '</title></textarea></style><script>hostile("closing")</script>',
  '<a class="hostile" href="javascript:hostile(1)">Ann</a>',
  'javascript:hostile("address")',
  // biome-ignore lint/suspicious/noTemplateCurlyInString: a template is what it pretends to be
  '{{constructor.constructor("hostile(2)")()}} ${hostile(3)} <%= hostile(4) %>',
  '=1+1',
  '=HYPERLINK("https://example.com","Ann")',
  '@SUM(A1:A9)',
  "'; DROP TABLE bookings; --",
  '"a" OR NEAR(b c) AND customer:* -x ^y',
  '%_%\\_ 100% %25 %0D%0A %3Cscript%3E',
  '&lt;b&gt;Ann&lt;/b&gt; &#60;i&#62; &amp;',
  'null',
  'undefined',
  '__proto__',
  'constructor',
  '\u202Egpj.reltuC\u202D \u2066Ann\u2069',
  'Zero\u200Bwidth\u200Djoined\u00ADsoft\uFEFFmarked',
  'שרה בן־דוד (12) הירושלמי',
  'محمد عبد الرحمن الأحمدي 34',
  'Ẑ̸̧̛͖̟̥̊͑͗̆a̶̢̜̪̓̈́̐̌l̵̝̪̙̈́̉̈́͝g̷̢̨̤̫̀̋̃͝o̸͉̮͓͎͛̌̀͝',
  '👩🏽‍🚒 👨‍👩‍👧‍👦 🏳️‍🌈 🇺🇸 1️⃣',
  '漢字かな한글',
  'W'.repeat(100),
  `Wolfeschlegelstein-${'hausenbergerdorff'.repeat(4)}`,
  'Tab-less  double   spaces',
];

/** The longest valid address, without a place to wrap. */
export const LONG_ADDRESS = '1'.padEnd(200, 'Llanfairpwllgwyngyllgogerychwyrndrobwllllantysiliogogogoch');
/** The longest valid notes, over many lines. */
export const LONG_NOTES = HOSTILE_LINES.join('\n\n')
  .padEnd(1999, ' and so on')
  .slice(0, 1999)
  .padEnd(2000, '.');

export type HostilePerson = {
  firstName: string;
  lastName: string;
  address: string;
  city: string;
  notes: string;
};

/** Every line is used as a name, an address, a city and a note. */
export function hostilePeople(): HostilePerson[] {
  const line = (index: number) => HOSTILE_LINES[index % HOSTILE_LINES.length] ?? '';
  return HOSTILE_LINES.flatMap((firstName, index) =>
    index % 2 === 1
      ? []
      : [
          {
            firstName,
            lastName: line(index + 1),
            address:
              index === 0 ? LONG_ADDRESS : `${line(index + 2)} ${line(index + 3)}`.slice(0, 200).trim(),
            city: line(index + 5),
            notes: index === 2 ? LONG_NOTES : `${line(index + 4)}\r\n\t${line(index + 7)}`,
          },
        ],
  );
}

/** Collects signs that a text was executed or that it broke the page. */
export async function watchForInjection(page: Page): Promise<string[]> {
  const harm = collectBrowserErrors(page);
  page.on('dialog', (dialog) => {
    harm.push(`dialog: ${dialog.message()}`);
    void dialog.dismiss();
  });
  page.on('popup', (popup) => harm.push(`popup: ${popup.url()}`));
  await page.exposeFunction('hostile', (what: unknown) => harm.push(`script: ${what}`));
  await page.exposeFunction('violated', (what: string) => harm.push(`policy: ${what}`));
  await page.addInitScript(() => {
    const { violated } = window as unknown as { violated: (what: string) => void };
    addEventListener('securitypolicyviolation', (event) =>
      violated(`${event.violatedDirective} ${event.blockedURI}`),
    );
  });
  return harm;
}

/**
 * Lists the problems of a page that shows these texts: a text that is not shown exactly, an element that a text
 * created, and a text that could reverse the text around it (its own direction, not isolated).
 */
export function findTextProblems(page: Page, texts: readonly string[]): Promise<string[]> {
  return page.evaluate((wanted) => {
    const shown = document.body.textContent;
    const elements = document.querySelectorAll(
      '.hostile, [onload], [onerror], [src="x"], a[href^="javascript:" i]',
    );
    // The page has inline scripts of its own; a block of data does not run.
    const scripts = [...document.scripts].filter(
      ({ src, type, text }) => !src && type !== 'application/json' && text.includes('hostile('),
    );
    const made = [...elements, ...scripts];
    const texts: string[] = [];
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    while (walker.nextNode()) {
      const isApart = walker.currentNode.parentElement?.closest('bdi, [dir], option, .sr-only');
      if (!isApart) texts.push(walker.currentNode.nodeValue ?? '');
    }
    return [
      ...wanted.filter((text) => !shown.includes(text)).map((text) => `missing: ${text}`),
      ...made.map(({ outerHTML }) => `made: ${outerHTML}`),
      ...texts
        .filter((text) => /[\u0590-\u06ff\u202a-\u202e]/.test(text))
        .map((text) => `not apart: ${text}`),
    ];
  }, texts);
}
