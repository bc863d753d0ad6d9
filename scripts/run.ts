import { spawn } from 'node:child_process';

/** `output` is stdout and stderr together; `stdout` has no warnings. */
export type RunResult = { status: number; output: string; stdout: string };

/** For wrangler and other tools: no questions, no banner, no telemetry, no log files outside the project. */
export const QUIET_TOOLS = {
  WRANGLER_SEND_METRICS: 'false',
  WRANGLER_HIDE_BANNER: 'true',
  WRANGLER_WRITE_LOGS: 'false',
  WRANGLER_SEND_ERROR_REPORTS: 'false',
} as const;

export type RunOptions = {
  cwd: string;
  env?: Record<string, string>;
  /** Shows the output immediately, and passes the terminal's input. */
  isShown?: boolean;
  /** The text of stdin; without it the program has none. */
  input?: string;
  /** Holds the output until this resolves, then shows it immediately. */
  showAfter?: Promise<unknown>;
};

/** Runs a program of node_modules/.bin (first on the PATH) to its end. Shows the output or returns it as text. */
export function run([program = '', ...args]: string[], options: RunOptions): Promise<RunResult> {
  return new Promise((resolve, reject) => {
    const child = spawn(program, args, {
      cwd: options.cwd,
      env: { ...process.env, ...QUIET_TOOLS, ...options.env },
      stdio: options.isShown ? 'inherit' : [options.input === undefined ? 'ignore' : 'pipe', 'pipe', 'pipe'],
    });
    child.stdin?.end(options.input);
    let output = '';
    let stdout = '';
    let show: ((text: string) => void) | null = null;
    void options.showAfter?.then(() => {
      show = (text) => process.stdout.write(text);
      show(output);
    });
    child.stdout?.setEncoding('utf8').on('data', (text: string) => {
      output += text;
      stdout += text;
      show?.(text);
    });
    child.stderr?.setEncoding('utf8').on('data', (text: string) => {
      output += text;
      show?.(text);
    });
    child.on('error', reject);
    child.on('close', (code) => {
      const result = { status: code ?? 1, output, stdout };
      void Promise.resolve(options.showAfter).then(() => resolve(result));
    });
  });
}

/** Throws with the whole output if the program fails. */
export async function runOrThrow(command: string[], options: RunOptions): Promise<string> {
  const { status, output } = await run(command, options);
  if (status !== 0) throw new Error(`${command.join(' ')} failed:\n${output.trim()}`);
  return output;
}
