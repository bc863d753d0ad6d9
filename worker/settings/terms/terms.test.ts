import fc from 'fast-check';
import { beforeEach, describe, expect, it } from 'vitest';
import type { ReplyOf } from '#contract/endpoint.ts';
import type { getLegalText, listLegalTexts } from '#contract/terms.ts';
import { FIRST_RATE_CARD, FIRST_RATE_CARD_ID } from '#domain/catalog/seed.ts';
import { FIRST_TERMS } from '#domain/rental/first-terms.ts';
import { AppError } from '#domain/shared/errors.ts';
import { randomRuns } from '#domain/test/random-runs.ts';
import { publishCard } from '#worker/test/catalog.ts';
import { call, readError } from '#worker/test/http.ts';
import { signIn } from '#worker/test/staff.ts';
import { makeTestContext, rows, startOver } from '#worker/test/world.ts';
import { renderMarkdown } from './markdown.ts';
import { publishText } from './service.ts';

beforeEach(startOver);

/** 'html', or the sentence of the refusal; throws what is neither. */
function htmlOrRefusal(markdown: string): string {
  try {
    renderMarkdown(markdown);
    return 'html';
  } catch (error) {
    if (error instanceof AppError && error.code === 'invalid') return error.message;
    throw error;
  }
}

type LegalTextReply = ReplyOf<typeof getLegalText>;
type Listed = ReplyOf<typeof listLegalTexts>;
const show = async (path: string) => (await call(`/api/terms/${path}`)).json<LegalTextReply>();

describe('the texts', () => {
  it('begin with the first version, shown with the name, phone, e-mail and deposits of today', async () => {
    const text = await show('terms/current');
    expect(text).toMatchObject({ version: '2026-11', title: 'Terms of Service', isCurrent: true });
    expect(text.html).toContain('rent a dumpster from Ironwood Dumpsters on this site');
    expect(text.html).toContain(
      'Call <a href="tel:5550100142">(555) 010-0142</a> or write to <a href="mailto:office@dumpsters.example.com">',
    );
    expect(text.html).toContain(
      '<ul><li>1-Day Rental: $325</li><li>7-Day Rental: $425</li><li>30-Day Rental: $525</li></ul>',
    );
    expect(text.html).not.toContain('{{');
    const { send } = await signIn('root', 'super_admin');
    await send('PUT', 'admin/business', { name: '<b>Haulage</b>', phone: '(212) 555-0100' });
    await publishCard({
      rates: FIRST_RATE_CARD.rates.map((rate) => ({
        ...rate,
        isOffered: rate.rentalOption !== '1-day',
        deposit: rate.dumpsterSize === '30-yard' ? 60_000 : rate.deposit,
      })),
    });
    const { html } = await show('terms/2026-11');
    expect(html).toContain('from &#60;b&#62;Haulage&#60;/b&#62; on this site');
    expect(html).toContain('<ul><li>7-Day Rental: from $425</li><li>30-Day Rental: from $525</li></ul>');
    expect(await rows('SELECT type, version FROM terms_versions ORDER BY type')).toEqual([
      { type: 'privacy', version: '2026-11' },
      { type: 'terms', version: '2026-11' },
    ]);
  });

  it('a new version is current at once, and the accepted one can still be read', async () => {
    const { send } = await signIn('root', 'super_admin');
    const body = { type: 'terms', markdown: 'New text of **{{business_name}}**.', replaces: '2026-11' };
    const reply = await send('POST', 'admin/terms', body);
    const { version } = await reply.json<{ version: string }>();
    expect([reply.status, version]).toEqual([201, makeTestContext().ctx.today()]);
    expect(await show('terms/current')).toMatchObject({
      version,
      html: '<p>New text of <strong>Ironwood Dumpsters</strong>.</p>',
    });
    const accepted = await show('terms/2026-11');
    expect([accepted.isCurrent, accepted.html]).toEqual([false, expect.stringContaining('Your booking')]);
    expect(await (await call('/api/catalog')).json()).toMatchObject({ termsVersion: version });
    const again = await send('POST', 'admin/terms', { ...body, markdown: 'Third', replaces: version });
    expect(await again.json()).toMatchObject({ version: `${version}.2`, publishedBy: 'root' });
    const { current, versions } = await (await send('GET', 'admin/terms')).json<Listed>();
    expect(current.terms).toEqual({ version: `${version}.2`, markdown: 'Third' });
    expect(current.privacy).toEqual({ version: '2026-11', markdown: FIRST_TERMS.privacy });
    expect(versions.map((one) => [one.type, one.version, one.publishedBy, one.isCurrent])).toEqual([
      ['terms', `${version}.2`, 'root', true],
      ['terms', version, 'root', false],
      ['privacy', '2026-11', null, true],
      ['terms', '2026-11', null, false],
    ]);
    expect((await call('/api/terms/terms/2025')).status).toBe(404);
    expect((await call('/api/terms/imprint/current')).status).toBe(404);
  });

  it('shows the deposits of the rate card that a customer agreed to', async () => {
    const rates = FIRST_RATE_CARD.rates.map((rate) => ({ ...rate, deposit: 60_000 }));
    await publishCard({ rates });
    expect((await show('terms/2026-11')).html).toContain('7-Day Rental: $600');
    const accepted = await show(`terms/2026-11?rateCardId=${FIRST_RATE_CARD_ID}`);
    expect(accepted.html).toContain('7-Day Rental: $425');
    expect((await call('/api/terms/terms/2026-11?rateCardId=99')).status).toBe(404);
    expect((await call('/api/terms/terms/2026-11?rateCardId=x')).status).toBe(400);
  });

  it('of two authors of one version, the second is refused with the name of the first', async () => {
    const dana = await signIn('dana', 'super_admin');
    const lee = await signIn('lee', 'super_admin');
    const { ctx } = makeTestContext({ pauseMs: 5 });
    const publish = (actor: typeof dana.actor, markdown: string) =>
      publishText(ctx, actor, { type: 'terms', markdown, replaces: '2026-11' }).then(
        () => 'published',
        (error: { code: string }) => error.code,
      );
    const answers = await Promise.all([publish(dana.actor, 'By Dana'), publish(lee.actor, 'By Lee')]);
    expect(answers.toSorted()).toEqual(['published', 'stale']);
    expect((await rows("SELECT 1 FROM terms_versions WHERE type = 'terms'")).length).toBe(2);
    const stale = await dana.send('POST', 'admin/terms', {
      type: 'terms',
      markdown: 'Later',
      replaces: '2026-11',
    });
    expect(await readError(stale)).toMatchObject({
      code: 'stale',
      message: expect.stringMatching(/^Version .* was published by (dana|lee)\. Load it/),
    });
  });

  it('an unchanged text is not published', async () => {
    const { send } = await signIn('root', 'super_admin');
    const same = await send('POST', 'admin/terms', {
      type: 'privacy',
      markdown: FIRST_TERMS.privacy,
      replaces: '2026-11',
    });
    expect([same.status, (await readError(same)).code]).toEqual([409, 'conflict']);
  });
});

describe('Markdown', () => {
  it.each([
    ['Fine.\n\n<b>bold</b> text', 'Line 3: HTML is not allowed'],
    ['<script>alert(1)</script>', 'Line 1: HTML is not allowed'],
    ['- item\n- <img src=x onerror=alert(1)>', 'Line 2: HTML is not allowed'],
    ['<!-- note -->', 'Line 1: HTML is not allowed'],
    ['[a](javascript:alert(1))', 'Line 1: The link javascript:alert(1) is not allowed'],
    ['[a](JaVaScRiPt:alert(1))', 'Line 1: The link JaVaScRiPt:alert(1) is not allowed'],
    ['[a](java&#115;cript:alert(1))', 'Line 1: The link javascript:alert(1) is not allowed'],
    ['[a]\n\n[a]: data:text/html,x', 'Line 3: The link data:text/html,x is not allowed'],
    ['<javascript:alert(1)>', 'Line 1: The link javascript:alert(1) is not allowed'],
    ['[a](//evil.example)', 'Line 1: The link //evil.example is not allowed'],
    ['[a](http://plain.example)', 'Line 1: The link http://plain.example is not allowed'],
    ['![a](https://tracker.example/a.png)', 'Line 1: Pictures are not allowed'],
    ['# Title', 'Line 1: Begin a section with ##'],
    ['One\n\n{{owner}}', 'Line 3: {{owner}} is unknown. Use {{business_name}}'],
    ['[a](/x "{{business_phone}}")', 'Line 1: {{business_phone}} can stand in plain text only'],
    ['[{{business_phone}}](/x)', 'Line 1: {{business_phone}} can stand in plain text only'],
    ['`{{business_email}}`', 'Line 1: {{business_email}} can stand in plain text only'],
    ['{{constructor}}', 'Line 1: {{constructor}} is unknown'],
  ])('%j is refused with its line', (markdown, message) => {
    expect(() => renderMarkdown(markdown)).toThrow(message);
  });

  it.each([
    ['_*'.repeat(12_000), 'Line 1: A part without an empty line can have 500 of * _'],
    ['>'.repeat(20_000), 'Line 1: Lists and quotes can be nested 5 levels deep'],
    ['1. '.repeat(15_000), 'Line 1: Lists and quotes can be nested 5 levels deep'],
    [`- a\n${' '.repeat(61)}- b`, 'Line 2: A line can be indented by 60 spaces'],
    ['=\n'.repeat(10_000), 'Line 2001: The text can have 2,000 lines'],
    ['=\n'.repeat(1_000), 'Line 301: A part without an empty line can have 300 lines'],
    [`${'*'.repeat(400)}\n\n`.repeat(8), 'Line 15: The text can have 3,000 of * _'],
  ])('of a text that takes too long to parse, the first part is named', async (markdown, message) => {
    const { send } = await signIn('root', 'super_admin');
    const preview = await send('POST', 'admin/terms/preview', { markdown });
    const publication = await send('POST', 'admin/terms', { type: 'terms', markdown, replaces: '2026-11' });
    for (const reply of [preview, publication]) {
      expect(reply.status).toBe(400);
      expect((await readError(reply)).message).toContain(message);
    }
  });

  it('of any kind is shown, or refused with its line', async () => {
    const piece = fc.constantFrom(
      '*',
      '_',
      '**',
      '`',
      '[',
      ']',
      '](/x)',
      '![',
      '<',
      '<!--',
      '>',
      '- ',
      '1. ',
      '\n',
      '\n\n',
      '    ',
      '\t',
      'a',
      ' ',
      '\\',
      '&',
      '{{',
      '}}',
      '{{business_name}}',
      '#',
      '## ',
      '=',
      '[a]: /b',
      '~~~',
      '💥',
      '\r\n',
    );
    const part = fc.tuple(
      fc.array(piece, { minLength: 1, maxLength: 4 }),
      fc.integer({ min: 1, max: 2_000 }),
    );
    const markdown = fc
      .array(part, { minLength: 1, maxLength: 3 })
      .map((parts) => parts.map(([pieces, times]) => pieces.join('').repeat(times)).join('\n\n'));
    fc.assert(
      fc.property(markdown, (text) => {
        const outcome = htmlOrRefusal(text.slice(0, 50_000));
        expect(outcome).toMatch(/^(?:html|Line \d+: )/);
      }),
      randomRuns({ sample: 60, long: 5_000 }),
    );
  });

  it('names every line that is refused, in order', async () => {
    const { send } = await signIn('root', 'super_admin');
    const markdown = '{{x}}\n\n<b>a</b>\n\n![a](https://a.example)';
    const reply = await send('POST', 'admin/terms/preview', { markdown });
    const { issues = [] } = await readError(reply);
    expect(issues.map(({ path, message }) => `${path} ${message.slice(0, 7)}`)).toEqual([
      'markdown Line 1:',
      'markdown Line 3:',
      'markdown Line 5:',
    ]);
  });

  it('safe links, lists and emphasis are shown, and characters of HTML are escaped', async () => {
    const { send } = await signIn('root', 'super_admin');
    const markdown =
      '## 1 < 2\n\n- [a](https://a.example)\n- [b](/privacy)\n- *c* & **d**\n\n1 &lt; {{business_name}}';
    const reply = await send('POST', 'admin/terms/preview', { markdown });
    expect(await reply.json()).toEqual({
      html: [
        '<h2>1 &lt; 2</h2>',
        '<ul>',
        '<li><a href="https://a.example">a</a></li>',
        '<li><a href="/privacy">b</a></li>',
        '<li><em>c</em> &amp; <strong>d</strong></li>',
        '</ul>',
        '<p>1 &lt; Ironwood Dumpsters</p>',
      ].join('\n'),
    });
  });
});
