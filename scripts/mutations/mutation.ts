/**
 * A fault in one rule, which the named tests must find. `find` occurs once in the file. `project`: the project of
 * vitest.config.ts; 'node' stands for the projects of domain, contract and driver, which need nothing but Node.
 */
export type Mutation = {
  /** The rule that the fault breaks. */
  rule: string;
  file: string;
  find: string;
  replace: string;
  tests: readonly string[];
  project: 'node' | 'worker';
};

type Fault = [rule: string, find: string, replace: string, test: string];

/** The faults of one file. Tests are named without folders where `folder` is theirs. */
export function faultsOf(
  file: string,
  faults: readonly Fault[],
  { project = 'node' }: { project?: Mutation['project'] } = {},
): Mutation[] {
  return faults.map(([rule, find, replace, test]) => ({ rule, file, find, replace, tests: [test], project }));
}
