import { expect, test } from 'vitest';
import { UnexpectedReply } from '#web/api/call.ts';
import { failureText } from './failure.ts';

test('the reason of a failure says what to do next', () => {
  const failed = 'The board could not be loaded.';
  expect(failureText(failed, new TypeError('Failed to fetch'))).toBe(
    `${failed} The server did not answer. Check your connection and try again.`,
  );
  expect(failureText(failed, new UnexpectedReply('getBoard answered outside the contract'))).toBe(
    `${failed} The system was updated since this page was opened. Reload the page: what you just changed may be stored already.`,
  );
});
