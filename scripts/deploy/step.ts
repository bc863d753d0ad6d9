import type { PublicCatalog } from '#contract/public-catalog.ts';
import type { Wrangler } from './cloudflare.ts';
import type { DeployConfig, Setting } from './config.ts';

/** Everything that a deployment touches. Tests pass a recorded Cloudflare. */
export type Tools = {
  wrangler: Wrangler;
  /** The files as they are now: steps write the ids of what they create into them. */
  config(): DeployConfig;
  writeSetting(change: Setting & { value: string }): void;
  /** The file names of migrations/. */
  migrations: string[];
  say(line: string): void;
  /** False without a terminal: then ask and askSecret throw. */
  isInteractive: boolean;
  ask(question: string): Promise<string>;
  /** Does not show what is typed. */
  askSecret(question: string): Promise<string>;
  /**
   * Builds the environment's site with a catalog (null: the first rate card) and passes its folder, which no other build
   * changes until `work` ends.
   */
  withSite(work: (folder: string) => Promise<void>, catalog: PublicCatalog | null): Promise<void>;
  fetch(url: string, init?: RequestInit): Promise<Response>;
  /** Secrets that an early step asks for and a late step stores. */
  answers: Map<string, string>;
};

/** A step of a deployment. Its title is also its heading in docs/deploying.md. */
export type Step = {
  title: string;
  /** The commands as a person would type them; the plan prints them. */
  commands: string[];
  /** What is missing, one phrase each; empty if nothing is left to do. Throws if a person must correct a setting. */
  findMissing(tools: Tools): Promise<string[]>;
  /** Does what is missing. Throws with what to do next. */
  run(tools: Tools, missing: string[]): Promise<void>;
  /** True: every deployment runs it, even if nothing is missing. */
  isRepeated?: boolean;
};

/** The heading's anchor, as GitHub makes it. */
function anchorOf(title: string): string {
  return title
    .toLowerCase()
    .replace(/[^\w\s-]/g, '')
    .replaceAll(' ', '-');
}

/** Prints the steps with their commands. Needs no login. */
export function printPlan(steps: Step[], say: (line: string) => void): void {
  for (const [i, { title, commands, isRepeated }] of steps.entries()) {
    say(`${i + 1}. ${title}${isRepeated ? ' (every time)' : ''}  docs/deploying.md#${anchorOf(title)}`);
    for (const command of commands) say(`     ${command}`);
  }
}

/** Shows what is missing, asks once, then works off the steps in their order. Running it again is safe. */
export async function runPlan(
  steps: Step[],
  tools: Tools,
  { isConfirmed }: { isConfirmed: boolean },
): Promise<void> {
  // The settings need no login, and the other checks need one.
  const [settings, signIn, ...rest] = steps;
  for (const step of [settings, signIn]) if (step) await work(step, tools);
  let isMissing = false;
  for (const step of rest) {
    const missing = await step.findMissing(tools);
    if (missing.length > 0 && !step.isRepeated) isMissing = true;
    tools.say(
      `${statusOf(step, missing)} ${step.title}${missing.map((each) => `\n       - ${each}`).join('')}`,
    );
  }
  const question = isMissing ? 'Do the missing steps and deploy? (yes/no) ' : 'Deploy? (yes/no) ';
  if (!isConfirmed && !isYes(await tools.ask(question))) {
    throw new Error('Stopped: nothing was changed.');
  }
  for (const step of rest) await work(step, tools);
}

export function isYes(answer: string): boolean {
  return /^y(es)?$/i.test(answer.trim());
}

function statusOf({ isRepeated }: Step, missing: string[]): string {
  if (isRepeated) return '[run]    ';
  return missing.length > 0 ? '[missing]' : '[done]   ';
}

async function work(step: Step, tools: Tools): Promise<void> {
  const missing = await step.findMissing(tools);
  if (missing.length === 0 && !step.isRepeated) return;
  tools.say(`\n${step.title}`);
  await step.run(tools, missing);
}
