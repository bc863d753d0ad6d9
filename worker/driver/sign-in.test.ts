import { expect, it } from 'vitest';
import { signIn } from '#worker/test/staff.ts';
import { addUser, makeTestContext, rows, startOver } from '#worker/test/world.ts';
import { createLink } from './sign-in.ts';

it('a sign-in link is not texted without the keys of a provider', async () => {
  await startOver();
  const dana = await signIn('dana', 'dispatcher');
  const userId = await addUser({ username: 'ben', password: 'correct horse', role: 'driver' });
  await rows("UPDATE users SET phone = '(518) 555-0161' WHERE id = ?", userId);
  const { ctx } = makeTestContext();
  const ask = (texts: typeof ctx.texts, isTexted: boolean) =>
    createLink({ ...ctx, texts }, dana.actor, { userId, isTexted });
  await expect(ask(null, true)).rejects.toMatchObject({ code: 'conflict' });
  expect(await ask(null, false)).toMatchObject({ canText: false });
  expect(await ask(ctx.texts, false)).toMatchObject({ canText: true });
});
