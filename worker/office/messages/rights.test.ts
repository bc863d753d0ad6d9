import { beforeEach, describe, expect, it } from 'vitest';
import type { Message, UnreadMentions } from '#contract/messages.ts';
import { can, ROLES } from '#domain/accounts/access.ts';
import { insertRental, signIn } from '#worker/test/staff.ts';
import { rows, startOver } from '#worker/test/world.ts';

beforeEach(async () => {
  await startOver();
  await insertRental(1);
});

/** A message of dana that mentions lee. */
async function makeMention() {
  const [dana, lee] = [await signIn('dana', 'dispatcher'), await signIn('lee', 'view_only')];
  const reply = await dana.send('POST', 'bookings/1/messages', { content: '@lee Gate is locked.' });
  expect(reply.status).toBe(200);
  return { lee, message: await reply.json<Message>() };
}
const unreadOf = async (user: Awaited<ReturnType<typeof signIn>>) =>
  (await (await user.send('GET', 'messages/unread')).json<UnreadMentions>()).count;
const stored = async () => [
  await rows('SELECT * FROM messages ORDER BY id'),
  await rows('SELECT * FROM message_mentions ORDER BY 1, 2'),
];

describe.each(ROLES)('%s', (role) => {
  const isStaff = can(role, 'office:read');

  it("neither sees nor ends a colleague's unread mention", async () => {
    const { lee, message } = await makeMention();
    const caller = await signIn('caller', role);
    const before = await stored();
    const read = await caller.send('GET', 'messages/unread');
    expect(read.status).toBe(isStaff ? 200 : 403);
    if (isStaff) expect(await read.json()).toEqual({ count: 0, mentions: [] });
    for (const body of [{ ids: [message.id] }, { bookingId: 1 }]) {
      expect((await caller.send('POST', 'messages/read', body)).status).toBe(isStaff ? 200 : 403);
    }
    expect([await stored(), await unreadOf(lee)]).toEqual([before, 1]);
  });

  it('writes under its own name only, and mentions those who can read it', async () => {
    const { lee } = await makeMention();
    await signIn('ben', 'driver');
    const caller = await signIn('caller', role);
    const mayWrite = can(role, 'bookings:write');
    const body = { content: '@lee @ben @caller Please call.' };
    const forged = await caller.send('POST', 'bookings/1/messages', { ...body, fromUserId: lee.id });
    expect(forged.status).toBe(mayWrite ? 400 : 403);
    const sent = await caller.send('POST', 'bookings/1/messages', body);
    expect(sent.status).toBe(mayWrite ? 200 : 403);
    expect(await unreadOf(lee)).toBe(mayWrite ? 2 : 1);
    if (!mayWrite) return;
    expect(await sent.json()).toMatchObject({ fromUserId: caller.id, mentions: [{ userId: lee.id }] });
  });
});
