import { useState } from 'react';
import * as z from 'zod/mini';
import { isCode } from '#web/api/call.ts';

/** A record that staff change, and the ETag of the version that was read. */
export type Versioned<T> = { value: T; etag: string | null };

/** A change that the server refused because the record is newer. `input`: what the user wanted to save. */
export type Conflict<Input> = { stale: Stale; input: Input };

type Options<Input, Saved, Current> = {
  /** The version that is on the screen. */
  etag: string | null;
  save: (input: Input, etag: string | null) => Promise<Saved>;
  /** Loads the newer version after a conflict. Omit it if `save` itself reloads after a failure. */
  reload?: () => Promise<Current>;
  onSaved: (saved: Saved, input: Input) => void;
  onFailed: (error: unknown) => void;
};

/**
 * Saves with If-Match. On 409 stale it reloads the record and keeps the input as `conflict`, so that the user can
 * overwrite the newer version or discard the input.
 */
export function useVersionedSave<Input, Saved, Current>(options: Options<Input, Saved, Current>) {
  const [conflict, setConflict] = useState<Conflict<Input> | null>(null);
  const [isReloading, setReloading] = useState(false);
  const reload = async (): Promise<Current | undefined> => {
    setReloading(true);
    try {
      return await options.reload?.();
    } finally {
      setReloading(false);
    }
  };
  /** Resolves to whether the input was saved. */
  const save = async (input: Input, etag = options.etag): Promise<boolean> => {
    try {
      const saved = await options.save(input, etag);
      setConflict(null);
      options.onSaved(saved, input);
      return true;
    } catch (error) {
      const stale = staleOf(error);
      if (!stale) {
        options.onFailed(error);
        return false;
      }
      setConflict({ stale, input });
      void reload();
      return false;
    }
  };
  return { save, conflict, reload, isReloading, discard: () => setConflict(null) };
}

const staleBody = z.object({
  changedBy: z.nullable(z.string()),
  /** The full name, or the username if there is none. */
  changedByName: z.optional(z.nullable(z.string())),
  changedAt: z.nullable(z.string()),
  changed: z.array(z.string()),
  /** Other changes of a booking, one sentence each, newest first. */
  events: z.optional(z.array(z.string())),
});
/** Who changed the record, when, and which fields. */
export type Stale = z.output<typeof staleBody>;

/** Returns the details of a 409 stale; null for any other error. */
export function staleOf(error: unknown): Stale | null {
  if (!isCode(error, 'stale')) return null;
  const parsed = z.safeParse(staleBody, error.body);
  return parsed.success ? parsed.data : { changedBy: null, changedAt: null, changed: [] };
}
