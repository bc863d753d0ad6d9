import type { Kind, ListQuery } from '#emulators/stripe/store.ts';
import { getByPath, type World } from '#emulators/stripe/world.ts';
import type { FormObject } from './form.ts';
import { listObjects, type Page } from './lists.ts';
import { readShape, type Shape, type Values } from './params.ts';
import { onlyExpand } from './shapes.ts';

/** The caller: our server, or a payer's browser. */
export type Actor = 'publishable' | 'secret';

/** One request at its endpoint. */
interface Call<P> {
  world: World;
  /** The id from the URL; empty if it has none. */
  id: string;
  params: P;
  actor: Actor;
  /** The raw query or body, for values that a shape does not describe. */
  path: string;
}

/** An endpoint: its path, parameters and handler. */
export interface Route {
  method: 'DELETE' | 'GET' | 'POST';
  /** With `:id` for the identifier. */
  path: string;
  /** Whether a browser may call it, with the object's client secret if it has one. */
  isPublic: boolean;
  run(call: Call<FormObject>): { answer: object; expand: string[] };
}

interface RouteOptions<S extends Shape> {
  method: Route['method'];
  path: string;
  shape: S;
  isPublic?: boolean;
  run(call: Call<Values<S>>): object;
}

export function route<S extends Shape>({
  method,
  path,
  shape,
  isPublic = false,
  run,
}: RouteOptions<S>): Route {
  return {
    method,
    path,
    isPublic,
    run(call) {
      const params = readShape(shape, call.params);
      const { expand } = params as { expand?: string[] };
      return { answer: run({ ...call, params }), expand: expand ?? [] };
    },
  };
}

/** GET of one object by its identifier. */
export function retrieveRoute(kind: Kind, path: string, options: { isPublic?: boolean } = {}): Route {
  return route({
    method: 'GET',
    path,
    shape: onlyExpand,
    ...options,
    run: ({ world, id }) => getByPath(world, kind, id),
  });
}

interface ListOptions<S extends Shape> {
  shape: S;
  /** Converts the parameters to a query of the store. */
  filter?: (params: Values<S>, id: string) => Pick<ListQuery, 'condition' | 'where'>;
}

/** GET of a list, newest first. */
export function listRoute<S extends Shape>(
  kind: Kind,
  path: string,
  { shape, filter }: ListOptions<S>,
): Route {
  return route({
    method: 'GET',
    path,
    shape,
    run({ world, id, params, path: url }) {
      return listObjects(world, kind, { page: params as Page, url, ...filter?.(params, id) });
    },
  });
}
