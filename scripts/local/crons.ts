/** Whether a cron expression (minute, hour, day, month, weekday; UTC) names this minute. */
export function isDue(expression: string, at: Date): boolean {
  const fields = expression.trim().split(/\s+/);
  if (fields.length !== 5) throw new Error(`No cron expression: '${expression}'`);
  const now = [at.getUTCMinutes(), at.getUTCHours(), at.getUTCDate(), at.getUTCMonth() + 1, at.getUTCDay()];
  return fields.every((field, index) => field.split(',').some((part) => includes(part, now[index] ?? -1)));
}

/** One field of the expression: '*', '7', '1-5', and each with a step: '*' + '/5', '0-30/10'. Sunday is 0. */
function includes(part: string, value: number): boolean {
  const [, range = '', step = '1'] = /^(\*|\d+(?:-\d+)?)(?:\/(\d+))?$/.exec(part) ?? [];
  if (!range) throw new Error(`Not understood in a cron expression: '${part}'`);
  if (range === '*') return value % Number(step) === 0;
  const [from = 0, to = from] = range.split('-').map(Number);
  return value >= from && value <= to && (value - from) % Number(step) === 0;
}

export type SchedulerOptions = {
  crons: string[];
  /** The system's clock, in milliseconds. */
  now(): number;
  trigger(cron: string, scheduledTime: Date): Promise<void>;
  onError(cron: string, error: unknown): void;
};

const MINUTE_MS = 60_000;
/** A timer may fire a little early, so it is set inside the minute, not at its start. */
const MARGIN_MS = 20;

/** Triggers each cron in its minutes, unless it still runs. Returns a function that stops the triggers. */
export function startScheduler({ crons, now, trigger, onError }: SchedulerOptions): () => void {
  const running = new Set<string>();
  let timer: NodeJS.Timeout;
  const tick = () => {
    const minute = new Date(Math.floor(now() / MINUTE_MS) * MINUTE_MS);
    for (const cron of crons.filter((each) => !running.has(each) && isDue(each, minute))) {
      running.add(cron);
      trigger(cron, minute)
        .catch((error: unknown) => onError(cron, error))
        .finally(() => running.delete(cron));
    }
    waitForMinute();
  };
  const waitForMinute = () => {
    timer = setTimeout(tick, MINUTE_MS - (now() % MINUTE_MS) + MARGIN_MS);
  };
  waitForMinute();
  return () => clearTimeout(timer);
}
