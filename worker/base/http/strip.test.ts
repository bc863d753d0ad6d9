import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import * as z from 'zod/mini';
import { ALL_ENDPOINTS } from '#contract/all.ts';
import { randomRuns } from '#domain/test/random-runs.ts';
import { stripReply } from './strip.ts';

/** Values that fit a schema, with undeclared fields, and now and then one that does not fit. */
function arbitraryOf(schema: z.core.$ZodType): fc.Arbitrary<unknown> {
  const fitting = fittingOf(schema as z.core.$ZodTypes);
  return fc.oneof({ weight: 250, arbitrary: fitting }, { weight: 1, arbitrary: fc.anything() });
}

function fittingOf(schema: z.core.$ZodTypes): fc.Arbitrary<unknown> {
  const { def } = schema._zod;
  switch (def.type) {
    case 'string':
      return fc.oneof(
        fc.string(),
        fc.constantFrom('2026-11-23', 'a@example.com', '2026-11-23T05:00:00.000Z'),
      );
    case 'number':
      return fc.oneof({ weight: 9, arbitrary: fc.nat() }, { weight: 1, arbitrary: fc.double() });
    case 'boolean':
      return fc.boolean();
    case 'enum':
    case 'literal':
      return fc.constantFrom(...(schema._zod.values ?? []));
    case 'nullable':
      return fc.option(arbitraryOf(def.innerType));
    case 'optional':
      return fc.option(arbitraryOf(def.innerType), { nil: undefined });
    case 'array':
      return fc.array(arbitraryOf(def.element), { maxLength: 2 });
    case 'union':
      return fc.oneof(...def.options.map(arbitraryOf));
    case 'record':
      return fc.dictionary(fc.string(), arbitraryOf(def.valueType), { maxKeys: 2 });
    case 'object': {
      const shape = Object.entries<z.core.$ZodType>(def.shape);
      const optional = shape.filter(([, field]) => field._zod.optin === 'optional').map(([name]) => name);
      const fields = Object.fromEntries(shape.map(([name, field]) => [name, arbitraryOf(field)]));
      const requiredKeys = Object.keys(fields).filter((name) => !optional.includes(name));
      return fc
        .tuple(fc.record(fields, { requiredKeys }), fc.option(fc.anything()))
        .map(([object, more]) => (more === null ? object : { ...object, undeclared: more }));
    }
    default:
      return fc.anything();
  }
}

const outcome = (strip: () => unknown) => {
  try {
    const stripped = strip();
    return { stripped, text: JSON.stringify(stripped) };
  } catch (error) {
    return { error: String(error) };
  }
};

it('every reply is stripped as zod parses it, or refused as zod refuses it', async () => {
  const schemas = ALL_ENDPOINTS.filter(({ kind, status }) => kind === 'json' && status !== 204);
  let fitting = 0;
  for (const { reply, name } of schemas) {
    const property = fc.property(arbitraryOf(reply), (value) => {
      const expected = outcome(() => reply.parse(value));
      expect(
        outcome(() => stripReply(reply, value)),
        name,
      ).toStrictEqual(expected);
      if ('stripped' in expected) fitting += 1;
    });
    await fc.assert(property, randomRuns({ sample: 8, long: 500 }));
  }
  // Otherwise the values would all be refused, and nothing would be compared.
  expect(fitting).toBeGreaterThan(schemas.length * 4);
});

it('a reply loses what its schema does not declare, in every row', () => {
  const schema = z.array(z.object({ id: z.int(), unit: z.optional(z.object({ id: z.int() })) }));
  const rows = [{ id: 1, secret: 'x', unit: { id: 2, secret: 'y' } }, { id: 3 }];
  expect(stripReply(schema, rows)).toStrictEqual([{ id: 1, unit: { id: 2 } }, { id: 3 }]);
  expect(() => stripReply(schema, [{ id: 'x' }])).toThrow('"code": "invalid_type"');
});
