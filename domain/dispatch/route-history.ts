/** What changed on a route, as its history stores it: stops in words without names of customers. */
export type StopChanges = {
  added: string[];
  removed: string[];
  moved: string[];
  pinned: string[];
  unpinned: string[];
  /** 'delivery of booking #12: 45 min'. */
  minutes: string[];
  /** 'delivery of booking #12: Morning'. A change of its own, so other changes have none. */
  windows?: string[];
};

const STOP_WORDS: Readonly<Record<keyof StopChanges, string>> = {
  added: 'Added',
  removed: 'Taken off',
  moved: 'Moved',
  pinned: 'Position kept',
  unpinned: 'Position free again',
  minutes: 'Minutes changed',
  windows: 'Window changed',
};

const ACTIONS: Readonly<Record<string, string>> = {
  created: 'Route added',
  published: 'Route published',
  deleted: 'Route removed',
  restored: 'Route restored',
  back: 'Back in service',
};

const FIELDS: Readonly<Record<string, string>> = {
  driver: 'Driver',
  truck: 'Truck',
  start: 'Starts at',
  end: 'Ends at',
  notes: 'Notes',
};

type Values = Readonly<Record<string, unknown>> | null;

/** An entry of a route's history in lines, for staff: 'Added: delivery of booking #12'. */
export function routeHistoryLines({
  action,
  before,
  after,
}: {
  action: string;
  before: Values;
  after: Values;
}): string[] {
  if (action === 'stops_changed' || action === 'out') {
    const out = action === 'out' ? [String(after?.out ?? '')] : [];
    const stopLines = Object.entries(STOP_WORDS).flatMap(([key, word]) => {
      const stops = after?.[key];
      return Array.isArray(stops) && stops.length > 0 ? [`${word}: ${stops.join(', ')}`] : [];
    });
    return [...out, ...stopLines];
  }
  const changes = Object.entries(FIELDS).flatMap(([key, label]) => {
    const [from, to] = [before?.[key], after?.[key]];
    return from === to ? [] : [`${label}: ${valueText(from)} → ${valueText(to)}`];
  });
  const title = ACTIONS[action];
  if (!title) return changes;
  const { impossible, reason } = after ?? {};
  if (!Array.isArray(impossible)) return [title];
  return [
    title,
    `Published although these stops cannot be made: ${impossible.join(', ')}`,
    `Reason: ${valueText(reason)}`,
  ];
}

const valueText = (value: unknown) => (typeof value === 'string' && value !== '' ? value : 'none');
