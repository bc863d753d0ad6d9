import type { Page, Request } from '@playwright/test';

/** Every request that contains the token, and the place of the token. */
export function watchToken(page: Page, token: string): () => Promise<string[]> {
  const requests: Request[] = [];
  page.on('request', (request) => requests.push(request));
  return async () => {
    const all = await Promise.all(
      requests.map(async (request) => ({
        line: `${request.method()} ${request.url()}`,
        body: fieldsOf(request.postData() ?? ''),
        headers: Object.entries(await request.allHeaders()),
      })),
    );
    return all.flatMap(({ line, body, headers }) => {
      const where = [...headers.filter(([name]) => !name.startsWith(':')), ...body]
        .filter(([, value]) => value.includes(token))
        .map(([name, value]) => ` ${name}=${value}`);
      const hasToken = where.length > 0 || line.includes(token);
      const said = `${line}${where.join('')}`.replaceAll(token, '{token}');
      return hasToken ? [said.replace(/pi_\w+/, '{id}')] : [];
    });
  };
}

function fieldsOf(body: string): [string, string][] {
  if (body.startsWith('{')) {
    return Object.entries(JSON.parse(body) as object).map(([name, value]) => [name, String(value)]);
  }
  return [...new URLSearchParams(body)];
}
