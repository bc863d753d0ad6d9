/** A record that staff change, and the ETag of the version that was read. */
export type Versioned<T> = { value: T; etag: string | null };

/** Who changed the record, when, and which fields. */
export type Stale = {
  changedBy: string | null;
  /** The full name, or the username if there is none. */
  changedByName?: string | null | undefined;
  changedAt: string | null;
  changed: string[];
  /** Other changes of a booking, one sentence each, newest first. */
  events?: string[] | undefined;
};

/** A change that the server refused because the record is newer. */
export type Conflict<T, Input> = {
  stale: Stale;
  /** What the user wanted to save. */
  input: Input;
  /** The version under which it was sent. */
  before: Versioned<T>;
  /** The version as it is now; null until it is read. */
  newer: Versioned<T> | null;
  isReading: boolean;
};

/** The edit of one record, on one screen. */
export type EditState<T, Input> = {
  /** The version that the input changes: a save goes out under its ETag. */
  base: Versioned<T>;
  /** The newest version that the page has read. */
  latest: Versioned<T>;
  /** The `latest` that the server has said is not the newest any more. */
  outdated: Versioned<T> | null;
  /** `latest` when the input was sent; null while nothing is sent. */
  latestAtSend: Versioned<T> | null;
  /** The server may have made a change whose answer is missing, and no newer version was shown since. */
  hasLostAnswer: boolean;
  conflict: Conflict<T, Input> | null;
};

export type EditEvent<T, Input> =
  /** The page has read the record again, for example after the news of a change. */
  | { type: 'news'; latest: Versioned<T> }
  | { type: 'sent' }
  /** `version`: what was saved, if the reply has it. */
  | { type: 'saved'; version: Versioned<T> | null }
  /** 409 stale. `isReading`: the newer version is being read. */
  | { type: 'refused'; stale: Stale; input: Input; isReading: boolean }
  /** The server did not make the change. */
  | { type: 'failed' }
  /** There is no answer: the server may have made the change. */
  | { type: 'lost' }
  /** The newer version is being read again, after that failed. */
  | { type: 'reading' }
  /** `version`: the newer version; null: it could not be read. */
  | { type: 'read'; version: Versioned<T> | null }
  /** The user takes the newer version, and with it what the screen shows of it. */
  | { type: 'discarded' };

/**
 * Whether the input may go on from `base` to `latest`: the screen shows `latest` below the input, and `latest` leaves
 * what is typed as the user has seen it. `isConflict`: a notice says what changed.
 */
export type MayFollow<T> = (versions: { base: T; latest: T; isConflict: boolean }) => boolean;

const NEVER = () => false;

export function beginEdit<T, Input>(base: Versioned<T>, latest = base): EditState<T, Input> {
  return { base, latest, outdated: null, latestAtSend: null, hasLostAnswer: false, conflict: null };
}

/**
 * The state after an event. A save goes out under `base`, or under `conflict.newer` when the user saves over it. Both
 * are versions that the screen has shown, and neither moves while a change is sent or after its answer is lost: the
 * repetition then has the version of the first attempt, so the server refuses it if the first attempt was made.
 */
export function reduceEdit<T, Input>(
  state: EditState<T, Input>,
  event: EditEvent<T, Input>,
  mayFollow: MayFollow<T> = NEVER,
): EditState<T, Input> {
  const { conflict } = state;
  switch (event.type) {
    case 'news':
      return follow(
        isSameVersion(state.latest, event.latest) ? state : { ...state, latest: event.latest },
        mayFollow,
      );
    case 'sent':
      return { ...state, latestAtSend: state.latest };
    case 'saved': {
      const { latest, latestAtSend } = state;
      const saved = beginEdit<T, Input>(event.version ?? state.base, latest);
      // What was read since the change was sent has the change; what was read before does not.
      const isOlder = latest === latestAtSend && event.version !== null;
      return follow({ ...saved, outdated: isOlder ? latest : null }, mayFollow);
    }
    case 'refused': {
      const { stale, input, isReading } = event;
      const refused = { stale, input, before: state.base, newer: null, isReading };
      return {
        ...state,
        outdated: state.latest,
        latestAtSend: null,
        hasLostAnswer: false,
        conflict: refused,
      };
    }
    case 'failed':
      return follow({ ...state, latestAtSend: null }, mayFollow);
    case 'lost':
      return { ...state, latestAtSend: null, hasLostAnswer: true };
    case 'reading':
      return { ...state, conflict: conflict && { ...conflict, isReading: true } };
    case 'read': {
      const { version } = event;
      if (!conflict) return state;
      const read = { ...state, conflict: { ...conflict, isReading: false } };
      return version ? show(read, version, mayFollow) : read;
    }
    case 'discarded':
      if (!conflict) return state;
      return { ...state, base: conflict.newer ?? state.base, hasLostAnswer: false, conflict: null };
  }
}

/** The version under which the input is saved; undefined: it cannot be, because no newer version is shown. */
export function versionToSend<T, Input>(
  { base, conflict }: EditState<T, Input>,
  { isOver }: { isOver: boolean },
): Versioned<T> | undefined {
  if (!isOver) return base;
  return conflict && !conflict.isReading ? (conflict.newer ?? undefined) : undefined;
}

/** Whether the newer version could not be read. */
export function isUnread<T, Input>(conflict: Conflict<T, Input> | null): boolean {
  return conflict !== null && !conflict.isReading && conflict.newer === null;
}

function follow<T, Input>(state: EditState<T, Input>, mayFollow: MayFollow<T>): EditState<T, Input> {
  const { latest, outdated, latestAtSend, hasLostAnswer } = state;
  const isFixed = latestAtSend !== null || hasLostAnswer;
  if (isFixed || (outdated && isSameVersion(latest, outdated))) return state;
  return show(state, latest, mayFollow);
}

/** The state whose screen shows `version`: in the notice of a conflict, and below the input if that may go on from it. */
function show<T, Input>(
  state: EditState<T, Input>,
  version: Versioned<T>,
  mayFollow: MayFollow<T>,
): EditState<T, Input> {
  const { base, conflict } = state;
  const isConflict = conflict !== null;
  const isNext = mayFollow({ base: base.value, latest: version.value, isConflict });
  const isShown = !conflict || (conflict.newer !== null && isSameVersion(conflict.newer, version));
  if (isShown && (!isNext || isSameVersion(base, version))) return state;
  return {
    ...state,
    base: isNext ? version : base,
    conflict: conflict && { ...conflict, newer: version },
  };
}

/** Also compares what was read: tests and proxies can repeat an ETag. */
function isSameVersion<T>(a: Versioned<T>, b: Versioned<T>): boolean {
  return a.etag === b.etag && a.value === b.value;
}
