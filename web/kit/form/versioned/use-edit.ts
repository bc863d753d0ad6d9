import { useLayoutEffect, useReducer, useRef } from 'react';
import {
  beginEdit,
  type EditEvent,
  type EditState,
  type MayFollow,
  reduceEdit,
  type Stale,
  type Versioned,
  versionToSend,
} from './edit-machine.ts';
import { isOutcomeUnknown, parseStale } from './stale.ts';

type Options<T, Input, Saved> = {
  /** The newest version that the page has read. */
  latest: Versioned<T>;
  /** The version on which stored input began, if it is not the latest. */
  start?: Versioned<T> | undefined;
  /** Omit it for input that stays on the version on which it began. */
  mayFollow?: MayFollow<T> | undefined;
  save: (input: Input, version: Versioned<T>) => Promise<Saved>;
  /** For input that goes on after it was saved. */
  versionOf?: ((saved: Saved) => Versioned<T>) | undefined;
  /** Reads the newer version after a conflict. Omit it if it arrives as `latest`. */
  reload?: (() => Promise<Versioned<T>>) | undefined;
};

export type SaveOutcome<Saved> =
  | { status: 'saved'; saved: Saved }
  /** Someone else saved first. What they changed is in `conflict`. */
  | { status: 'stale'; stale: Stale; error: unknown }
  | { status: 'failed'; error: unknown }
  /** It is being saved already: a second tap. Or the newer version is not shown yet. */
  | { status: 'busy' };

/**
 * Edits a record under the version that the screen shows, by the rules of edit-machine.ts. After 409 stale `conflict` has
 * the input and, when it is read, the newer version: the user saves over it, or discards the input.
 */
export function useEdit<T, Input, Saved>(options: Options<T, Input, Saved>) {
  const { store, state, dispatch } = useEditState<T, Input>(options);
  const isBusy = useRef(false);
  const loadNewer = async () => {
    dispatch({ type: 'reading' });
    const version = (await options.reload?.().catch(() => null)) ?? null;
    dispatch({ type: 'read', version });
    return version;
  };
  const send = async (input: Input, isOver: boolean): Promise<SaveOutcome<Saved>> => {
    const version = versionToSend(store.current, { isOver });
    if (isBusy.current || !version) return { status: 'busy' };
    isBusy.current = true;
    dispatch({ type: 'sent' });
    try {
      const saved = await options.save(input, version);
      dispatch({ type: 'saved', version: options.versionOf?.(saved) ?? null });
      return { status: 'saved', saved };
    } catch (error) {
      const stale = parseStale(error);
      if (!stale) {
        dispatch({ type: isOutcomeUnknown(error) ? 'lost' : 'failed' });
        return { status: 'failed', error };
      }
      const isReading = options.reload !== undefined;
      dispatch({ type: 'refused', stale, input, isReading });
      if (isReading) await loadNewer();
      return { status: 'stale', stale, error };
    } finally {
      isBusy.current = false;
    }
  };
  return {
    base: state.base,
    conflict: state.conflict,
    isSaving: state.latestAtSend !== null,
    hasLostAnswer: state.hasLostAnswer,
    save: (input: Input) => send(input, false),
    /** Saves over the newer version that the notice shows. */
    saveOver: (input: Input) => send(input, true),
    /** Reads the newer version again. */
    loadNewer,
    /** Takes the newer version instead of the input. */
    discard: () => dispatch({ type: 'discarded' }),
  };
}

/** `store` has the state also between an event and the next render; `state` is what this render shows. */
function useEditState<T, Input>({
  latest,
  start,
  mayFollow,
}: Pick<Options<T, Input, unknown>, 'latest' | 'start' | 'mayFollow'>) {
  const [, render] = useReducer((count: number) => count + 1, 0);
  const [store] = useReducer(
    (kept: { current: EditState<T, Input> }) => kept,
    null,
    () => ({ current: beginEdit<T, Input>(start ?? latest, latest) }),
  );
  const state = reduceEdit(store.current, { type: 'news', latest }, mayFollow);
  const follows = useRef(mayFollow);
  useLayoutEffect(() => {
    follows.current = mayFollow;
    store.current = reduceEdit(store.current, { type: 'news', latest }, mayFollow);
  });
  const dispatch = (event: EditEvent<T, Input>) => {
    store.current = reduceEdit(store.current, event, follows.current);
    render();
  };
  return { store, state, dispatch };
}
