import { invalidParam } from './errors.ts';
import type { FormObject, FormValue } from './form.ts';

/** Parses one parameter from its text; `path` is the name as the caller wrote it: `metadata[a]`. */
export interface Rule<T, R extends boolean = boolean> {
  readonly isRequired: R;
  read(value: FormValue, path: string): T;
}

export type Shape = Record<string, Rule<unknown>>;
type NamesOf<S extends Shape, R extends boolean> = {
  [K in keyof S]: S[K] extends Rule<unknown, true>
    ? R extends true
      ? K
      : never
    : R extends true
      ? never
      : K;
}[keyof S];
type ValueOf<T> = T extends Rule<infer V> ? V : never;

/** The result of parsing by a shape: required names are set, the others may be missing. */
export type Values<S extends Shape> = { [K in NamesOf<S, true>]: ValueOf<S[K]> } & {
  [K in NamesOf<S, false>]?: ValueOf<S[K]>;
};

/** Checks a shape against the stripe package's parameter type: all of its names, and no others. */
export type Complete<P> = { [K in keyof Required<P>]: Rule<unknown> };

type Optional<T> = Rule<T, false>;

function rule<T>(read: (value: FormValue, path: string) => T): Optional<T> {
  return { isRequired: false, read };
}

export function required<T>(inner: Rule<T>): Rule<T, true> {
  return { isRequired: true, read: inner.read };
}

/** Text of at most `maxLength` characters; Stripe counts code points. */
function textUpTo(maxLength: number): Optional<string> {
  return rule((value, path) => {
    if (typeof value !== 'string') throw invalidParam(`Invalid string: ${JSON.stringify(value)}`, path);
    const characters = [...value];
    if (characters.length <= maxLength) return value;
    const excerpt = `${characters.slice(0, 10).join('')}...${characters.slice(-10).join('')}`;
    throw invalidParam(`Invalid string: ${excerpt}; must be at most ${maxLength} characters`, path);
  });
}

/** Stripe's limit for text that has no stricter one. */
export const text = textUpTo(5000);
export const nameText = textUpTo(256);
export const phoneText = textUpTo(20);
export const descriptionText = textUpTo(1000);

/** Text that cannot be unset, such as an id. */
export const filledText = rule((value, path) => filled(value, path));

function filled(value: FormValue, path: string): string {
  const given = text.read(value, path);
  if (given !== '') return given;
  throw invalidParam(
    `You passed an empty string for '${path}'. We assume empty values are an attempt to unset a parameter; however '${path}' cannot be unset. You should remove '${path}' from your request or supply a non-empty value.`,
    path,
    'parameter_invalid_empty',
  );
}

export const integer = rule((value, path) => {
  const given = filled(value, path);
  if (!/^-?\d{1,15}$/.test(given))
    throw invalidParam(`Invalid integer: ${given}`, path, 'parameter_invalid_integer');
  return Number(given);
});

export const positiveInteger = rule((value, path) => {
  const given = integer.read(value, path);
  if (given < 1)
    throw invalidParam('This value must be greater than or equal to 1.', path, 'parameter_invalid_integer');
  return given;
});

export const boolean = rule((value, path) => {
  const given = filled(value, path);
  if (given !== 'true' && given !== 'false') throw invalidParam(`Invalid boolean: ${given}`, path);
  return given === 'true';
});

const emailText = textUpTo(512);
export const email = rule((value, path) => {
  const given = emailText.read(value, path);
  if (given === '' || /^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(given)) return given;
  throw invalidParam(`Invalid email address: ${given}`, path, 'email_invalid');
});

export function oneOf<const T extends string>(...allowed: [T, T, ...T[]] | [T]): Optional<T> {
  return rule((value, path) => {
    const given = filled(value, path);
    const found = allowed.find((name) => name === given);
    if (found !== undefined) return found;
    const last = allowed.at(-1) as string;
    const others = allowed.slice(0, -1).join(', ');
    const names = others === '' ? last : `${others}${allowed.length > 2 ? ',' : ''} or ${last}`;
    throw invalidParam(`Invalid ${path}: must be one of ${names}`, path);
  });
}

/** The empty text unsets the parameter; it is read as null. */
export function emptyable<T>(inner: Rule<T>): Optional<T | null> {
  return rule((value, path) => (value === '' ? null : inner.read(value, path)));
}

export function list<T>(inner: Rule<T>): Optional<T[]> {
  return rule((value, path) => {
    if (!Array.isArray(value)) throw invalidParam('Invalid array', path);
    return value.map((part, index) => inner.read(part, `${path}[${index}]`));
  });
}

export function hash<S extends Shape>(shape: S): Optional<Values<S>> {
  return rule((value, path) => {
    if (!isObject(value)) throw invalidParam('Invalid object', path);
    return readShape(shape, value, path);
  });
}

/** A parameter of Stripe that the emulator does not support: refused with a message instead of ignored. */
export const notEmulated = rule((_value, path): never => {
  throw invalidParam(`The Stripe emulator does not support the parameter ${path}.`, path);
});

/** A parameter that Stripe removed in API version 2026-09-30.endive. */
const removedPaymentMethodTypes = rule((_value, path): never => {
  throw invalidParam(
    'The payment_method_types parameter is no longer supported. Use allowed_payment_method_types, excluded_payment_method_types or dynamic payment methods instead.',
    path,
    'payment_method_types_no_longer_supported',
  );
});

/** To be spread into a shape: the package's types no longer have these names. */
export const removedParameters = { payment_method_types: removedPaymentMethodTypes };

/** A parameter of Stripe that has no effect here. */
export const ignored = rule(() => undefined);

/** Parses a whole form. Checks unknown names first, then missing ones, then each value. */
export function readShape<S extends Shape>(shape: S, form: FormObject, path = ''): Values<S> {
  const nameOf = (name: string) => (path === '' ? name : `${path}[${name}]`);
  const values: Record<string, unknown> = {};
  for (const name of Object.keys(form)) {
    if (Object.hasOwn(shape, name)) continue;
    throw invalidParam(`Received unknown parameter: ${nameOf(name)}`, nameOf(name), 'parameter_unknown');
  }
  for (const [name, one] of Object.entries(shape)) {
    const given = form[name];
    if (given !== undefined) values[name] = one.read(given, nameOf(name));
    else if (one.isRequired)
      throw invalidParam(`Missing required param: ${nameOf(name)}.`, nameOf(name), 'parameter_missing');
  }
  return values as Values<S>;
}

function isObject(value: FormValue): value is FormObject {
  return typeof value === 'object' && !Array.isArray(value);
}
