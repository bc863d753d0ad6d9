import { expect, it } from 'vitest';

/** The compiler drops this type: without a source map, all lines below move up. */
type Dropped = {
  first: string;
  second: string;
};

it('the stack of an error shows the lines of the source', () => {
  const dropped: Dropped = { first: '', second: '' };
  const { stack } = new Error(dropped.first);
  expect(stack).toContain('worker/test/stack-lines.test.ts:11:');
});
