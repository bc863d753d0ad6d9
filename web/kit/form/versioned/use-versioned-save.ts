import { useState } from 'react';
import type { Stale } from './edit-machine.ts';
import { staleOf } from './stale.ts';

/** A change that the server refused because the record is newer. `input`: what the user wanted to save. */
type Conflict<Input> = { stale: Stale; input: Input };

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
