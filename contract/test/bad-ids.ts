import type { Endpoint } from '#contract/endpoint.ts';

/** What no id looks like, as it stands in a URL. */
export const BAD_IDS = [
  'abc',
  '0',
  '-1',
  '1.5',
  '1e3',
  '017',
  '1%20',
  '%00',
  '1%27--',
  '99999999999999999999',
  'null',
  '%F0%9F%9A%9A',
];

/** The ids in the path of an endpoint whose schema accepts a text. */
export function idsThatAccept({ path, params }: Endpoint, text: string): string[] {
  const ids = [...path.matchAll(/:(\w*id)\b/gi)].map(([, id = '']) => id);
  const issues = params.safeParse(Object.fromEntries(ids.map((id) => [id, text]))).error?.issues ?? [];
  return ids.filter((id) => !issues.some(({ path: [field] }) => field === id));
}
