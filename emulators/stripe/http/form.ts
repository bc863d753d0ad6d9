/** Form-encoded text as Stripe reads it: `a[b]=1&c[]=2&d[0][e]=3`, brackets raw or as %5B and %5D. */
export type FormValue = string | FormObject | FormValue[];
export interface FormObject {
  [name: string]: FormValue;
}

/** Reads a query string or a body into nested values; every leaf stays text. */
export function parseForm(text: string): FormObject {
  const tree = emptyObject();
  for (const [key, value] of new URLSearchParams(text)) put(tree, parseFieldPath(key), value);
  const form = emptyObject();
  for (const [name, value] of Object.entries(tree)) form[name] = withLists(value);
  return form;
}

/** Text that is equal for equal values in any order of names. */
export function canonicalText(value: FormValue): string {
  return JSON.stringify(value, (_name, part: unknown) =>
    part !== null && typeof part === 'object' && !Array.isArray(part)
      ? Object.fromEntries(Object.entries(part).sort(([a], [b]) => (a < b ? -1 : 1)))
      : part,
  );
}

function parseFieldPath(key: string): string[] {
  const open = key.indexOf('[');
  if (open < 1 || !key.endsWith(']')) return [key];
  return [key.slice(0, open), ...key.slice(open + 1, -1).split('][')];
}

/** Lists are filled as objects with the names 0, 1, 2 ...: `c[]=x` takes the next free number. */
function put(tree: FormObject, path: string[], value: string): void {
  let node = tree;
  for (const [depth, part] of path.entries()) {
    const name = part === '' ? String(Object.keys(node).length) : part;
    if (depth === path.length - 1) {
      node[name] = value;
      return;
    }
    const next = node[name];
    const child = typeof next === 'object' && !Array.isArray(next) ? next : emptyObject();
    node[name] = child;
    node = child;
  }
}

function withLists(value: FormValue): FormValue {
  if (typeof value === 'string' || Array.isArray(value)) return value;
  const names = Object.keys(value);
  if (names.every((name, index) => name === String(index))) return Object.values(value).map(withLists);
  const object = emptyObject();
  for (const name of names) object[name] = withLists(value[name] as FormValue);
  return object;
}

function emptyObject(): FormObject {
  return Object.create(null) as FormObject;
}
