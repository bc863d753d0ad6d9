import { Buffer } from 'node:buffer';
import { beforeEach, describe, expect, it } from 'vitest';
import { readEmailBusiness } from '#worker/notify/email/business.ts';
import { call, readError } from '#worker/test/http.ts';
import { signIn } from '#worker/test/staff.ts';
import { makeTestContext, rows, startOver } from '#worker/test/world.ts';
import { sanitizeSvg } from './svg.ts';

const NS = 'xmlns="http://www.w3.org/2000/svg"';
const svg = (content: string, attributes = '') => `<svg ${NS}${attributes}>${content}</svg>`;

describe('a logo', () => {
  beforeEach(startOver);

  /** A PNG of 1 x 1 pixel. */
  const PNG = Buffer.from(
    'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
    'base64',
  );
  const upload = async (body: BodyInit, type: string, username = 'root') => {
    const { Cookie } = await signIn(username, 'super_admin');
    const headers = { Cookie, 'Content-Type': type };
    return call('/api/admin/business/logo', { method: 'PUT', headers, body });
  };

  it('is served by its hash, for ever, as a document that can load and run nothing', async () => {
    const reply = await upload(
      svg('<path d="M0 0h9v9z" onclick="alert(1)"/>'),
      'image/svg+xml; charset=utf-8',
    );
    expect([reply.status, reply.headers.get('ETag')]).toEqual([200, '"2"']);
    const { logoUrl } = await reply.json<{ logoUrl: string }>();
    const logo = await call(logoUrl);
    expect(await logo.text()).toBe(svg('<path d="M0 0h9v9z"></path>'));
    expect(Object.fromEntries(logo.headers)).toMatchObject({
      'content-type': 'image/svg+xml',
      'cache-control': 'public, max-age=31536000, immutable',
      'x-content-type-options': 'nosniff',
      'content-security-policy': expect.stringMatching(/^default-src 'none';.* sandbox;/),
    });
    const { business } = await (await call('/api/catalog')).json<{ business: { logoUrl: string } }>();
    expect(business.logoUrl).toBe(logoUrl);
    expect((await call(`/api/business/logo/${'0'.repeat(64)}`)).status).toBe(404);
    const { send } = await signIn('dana', 'super_admin');
    expect(await (await send('DELETE', 'admin/business/logo')).json()).toMatchObject({ logoUrl: null });
    expect((await call(logoUrl)).status).toBe(200);
    expect(await (await send('GET', 'admin/business/history')).json()).toMatchObject([
      { before: { logoHash: logoUrl.split('/').at(-1) }, after: { logoHash: null } },
      { before: { logoHash: null } },
    ]);
  });

  it('can be a PNG', async () => {
    const { logoUrl } = await (await upload(PNG, 'image/png')).json<{ logoUrl: string }>();
    const logo = await call(logoUrl);
    expect(logo.headers.get('Content-Type')).toBe('image/png');
    expect(Buffer.from(await logo.arrayBuffer())).toEqual(PNG);
  });

  it('is in e-mails by its full address, but an SVG is not, which most mail programs do not show', async () => {
    const { ctx } = makeTestContext();
    expect(await readEmailBusiness(ctx)).toMatchObject({ logoUrl: null, accent: 'yellow', openingHours: '' });
    const { logoUrl } = await (await upload(PNG, 'image/png')).json<{ logoUrl: string }>();
    expect((await readEmailBusiness(ctx)).logoUrl).toBe(`${ctx.settings.publicUrl}${logoUrl}`);
    await upload(svg('<path d="M0 0h9v9z"/>'), 'image/svg+xml', 'dana');
    expect((await readEmailBusiness(ctx)).logoUrl).toBeNull();
  });

  it.each([
    ['a PNG that is said to be an SVG', PNG, 'image/svg+xml', 'not UTF-8 text'],
    ['an SVG that is said to be a PNG', svg(''), 'image/png', 'The file is not a PNG.'],
    ['a PNG with a page after it', Buffer.concat([PNG, Buffer.from('<script>')]), 'image/png', 'not a PNG'],
    ['a cut PNG', PNG.subarray(0, 60), 'image/png', 'The file is not a PNG.'],
    ['a GIF', 'GIF89a', 'image/gif', 'must be an SVG or a PNG'],
    ['a page', '<html></html>', 'image/svg+xml', 'The file is not an SVG'],
    ['JSON', '{}', 'application/json', 'must be an SVG or a PNG'],
    ['nothing', '', 'image/svg+xml', 'The file is not a valid SVG'],
  ])('%s is refused, and the profile stays', async (...[, body, type, message]) => {
    const reply = await upload(body as BodyInit, type);
    const { code, issues } = await readError(reply);
    expect([reply.status, code, issues]).toEqual([
      400,
      'invalid',
      [{ path: 'logo', message: expect.stringContaining(message) }],
    ]);
    expect(await rows('SELECT 1 FROM business_logos')).toEqual([]);
  });

  it('has at most 100 kB, also after it was sanitized, and at most 4,000 pixels a side', async () => {
    const large = await upload(svg(`<path d="${'M0 0'.repeat(30_000)}"/>`), 'image/svg+xml');
    expect([large.status, (await readError(large)).code]).toEqual([413, 'too_large']);
    const grows = await upload(svg(`<title>${'>'.repeat(90_000)}</title>`), 'image/svg+xml', 'dana');
    expect([grows.status, (await readError(grows)).message]).toEqual([
      400,
      'The logo is larger than 100 kB.',
    ]);
    const wide = Buffer.from(PNG);
    wide.writeUInt32BE(100_000, 16);
    expect((await readError(await upload(wide, 'image/png', 'lee'))).message).toContain('4000 pixels');
  });
});

describe('an SVG', () => {
  it('keeps what a logo needs', () => {
    const logo = svg(
      '<defs><linearGradient id="a"><stop offset="0" stop-color="#123"></stop></linearGradient>' +
        '<style>.b{fill:url(#a);stroke:#fff}</style></defs>' +
        '<g class="b" transform="rotate(3)"><path d="M0 0h9" fill="url(#a)"></path>' +
        '<text x="1" font-family="Arial">A &#38; B</text></g>',
      ' viewBox="0 0 9 9"',
    );
    expect(sanitizeSvg(logo)).toBe(logo);
    const exported = `<?xml version="1.0"?><!DOCTYPE svg PUBLIC "-//W3C//DTD SVG 1.1//EN" "http://www.w3.org/Graphics/SVG/1.1/DTD/svg11.dtd"><!-- made by --><svg:svg xmlns:svg="http://www.w3.org/2000/svg"><svg:rect width="1"/></svg:svg>`;
    expect(sanitizeSvg(exported)).toBe(svg('<rect width="1"></rect>'));
  });

  it.each([
    ['<script>alert(1)</script>', ''],
    ['<script href="https://evil.example/a.js"/>', ''],
    ['<SCRIPT>alert(1)</SCRIPT>', ''],
    ['<a href="javascript:alert(1)"><path d="M0"/></a>', ''],
    [
      '<foreignObject><iframe xmlns="http://www.w3.org/1999/xhtml" src="https://evil.example"/></foreignObject>',
      '',
    ],
    ['<h:script xmlns:h="http://www.w3.org/1999/xhtml">alert(1)</h:script>', ''],
    ['<path onload="alert(1)" ONCLICK="alert(1)" d="M0"/>', '<path d="M0"></path>'],
    ['<image href="https://evil.example/a.png"/>', ''],
    ['<use href="#a"/><symbol id="a"/><pattern id="p"/>', ''],
    ['<animate attributeName="href" values="javascript:alert(1)"/><set/>', ''],
    ['<style>@import url(https://evil.example/a.css);</style>', '<style></style>'],
    ['<style>a{fill:url(https://evil.example/a)}</style>', '<style></style>'],
    ['<style>a{fill:ur<!-- -->l(data:image/svg+xml,x)}</style>', '<style></style>'],
    ['<style>a{fill:ur<![CDATA[l(data:text/html,x)}]]></style>', '<style></style>'],
    ['<style>a{fill:\\75rl(data:x)}</style>', '<style></style>'],
    ['<style><![CDATA[</style><script>alert(1)</script>]]></style>', '<style></style>'],
    [
      '<title><![CDATA[<script>alert(1)</script>]]></title>',
      '<title>&#60;script&#62;alert(1)&#60;/script&#62;</title>',
    ],
    ['<rect fill="url(https://evil.example/#a)" style="fill:url(//evil.example)"/>', '<rect></rect>'],
    [
      '<rect fill="url(&quot;#a&quot;)" xml:base="https://evil.example/"/>',
      '<rect fill="url(&#34;#a&#34;)"></rect>',
    ],
    ['<linearGradient href="https://evil.example/#a" id="g"/>', '<linearGradient id="g"></linearGradient>'],
    ['<g><metadata><g/><script/></metadata><path d="M1"/></g>', '<g><path d="M1"></path></g>'],
  ])('%s becomes %j', (content, kept) => {
    const input = svg(content, ' xmlns:xlink="http://www.w3.org/1999/xlink" onload="alert(1)"');
    expect(sanitizeSvg(input)).toBe(svg(kept));
  });

  it.each([
    [
      '<!DOCTYPE svg [<!ENTITY a "aaaa">]><svg xmlns="http://www.w3.org/2000/svg">&a;</svg>',
      'entities of its own',
    ],
    [svg('&unknown;'), 'not a valid SVG'],
    [svg('<path>'), 'not a valid SVG'],
    ['<svg></svg>', 'its root must be <svg xmlns='],
    [`${svg('')}${svg('')}`, 'not a valid SVG'],
    ['text', 'not a valid SVG'],
  ])('%s is refused', (text, message) => {
    expect(() => sanitizeSvg(text)).toThrow(message);
  });
});
