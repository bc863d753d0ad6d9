/** One line below the bell. */
export type BellItem = {
  /** Unique below the bell. */
  key: string;
  title: string;
  text: string;
  /** ISO 8601. The latest items come first. */
  at: string;
  /** The address that the line leads to. */
  to: string;
  isNew: boolean;
  /** Something went wrong. */
  isFailure?: boolean;
};

/** Items of one kind, such as the results of actions on many bookings. */
export type BellSource = {
  items: readonly BellItem[];
  /** New items besides these, which are too many to list. */
  unlistedCount?: number;
  /** Called when the user has opened the bell and sees the items. */
  markSeen: () => void;
};
