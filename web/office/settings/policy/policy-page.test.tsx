import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { press, toasted } from '#web/test/actions.ts';
import { DANA, refusal, serve, showOffice } from '#web/test/office.tsx';
import { CATALOG_DRAFT } from '#web/test/office-catalog.ts';
import PolicyPage from './PolicyPage.tsx';

const LIST = 'GET /api/admin/terms';
const PUBLISH = 'POST /api/admin/terms';
const DRAFT = 'GET /api/admin/catalog/draft';
const SAVE = 'PUT /api/admin/catalog/draft/policy';
const PREVIEW = 'POST /api/admin/terms/preview';

const versionOf = (version: string, isCurrent: boolean) => ({
  type: 'terms',
  version,
  publishedAt: '2026-11-22T12:00:00.000Z',
  publishedBy: version === '2026-11' ? null : 'Sam Field',
  isCurrent,
});
const textsAt = (version: string, markdown = 'First text') => ({
  body: {
    current: { terms: { version, markdown }, privacy: { version: '2026-11', markdown: 'Private' } },
    versions: [versionOf(version, true)],
  },
});

function show(replies: Parameters<typeof serve>[0] = {}) {
  const me = { 'GET /api/admin/current-user': { body: { ...DANA, role: 'super_admin' } } };
  const asked = serve({ ...me, [DRAFT]: { body: CATALOG_DRAFT }, [LIST]: textsAt('2026-11'), ...replies });
  const office = showOffice(<PolicyPage />, { path: '/admin/settings/policy' });
  act(() => office.session.enter({ username: 'dana', role: 'super_admin' }));
  return asked;
}

const control = (name: string) => document.querySelector(`[name=${name}]`) as HTMLTextAreaElement;
const area = () => screen.findByRole<HTMLTextAreaElement>('textbox', { name: /, version / });
const type = async (value: string) => fireEvent.change(await area(), { target: { value } });
const publish = async () => {
  press('Publish');
  fireEvent.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Publish' }));
};

it('publishes a text over the version that was edited', async () => {
  const asked = show({ [PUBLISH]: { status: 201, body: versionOf('2026-11-22', true) } });
  await type('Second text');
  await publish();
  await waitFor(() => expect(toasted()).toEqual(['Published', 'Version 2026-11-22 is current.', 'plain']));
  expect(asked.find(({ call }) => call === PUBLISH)?.body).toEqual({
    type: 'terms',
    markdown: 'Second text',
    replaces: '2026-11',
  });
});

it('shows the preview, or each line that is refused', async () => {
  let reply: ReturnType<typeof refusal> = { body: { html: '<h2>Shown</h2>' } };
  show({ [PREVIEW]: () => reply });
  await area();
  press('Preview');
  expect(await screen.findByRole('heading', { name: 'Shown' })).toBeTruthy();
  const issues = ['Line 1: HTML is not allowed.', 'Line 4: Pictures are not allowed.'].map((message) => ({
    path: 'markdown',
    message,
  }));
  reply = refusal(400, 'invalid', { message: issues[0]?.message ?? '', issues });
  press('Preview');
  expect((await screen.findAllByText(/^Line \d: /)).map((line) => line.textContent)).toEqual(
    issues.map(({ message }) => message),
  );
});

it('a text that was typed survives a reload; when another was published since, it is not published over it', async () => {
  show();
  await type('Mine');
  cleanup();
  show({ [LIST]: textsAt('2026-11-22', 'Newer text') });
  expect((await area()).value).toBe('Mine');
  expect(screen.getByText('Sam Field published a newer version: 2026-11-22.')).toBeTruthy();
  expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Publish' }).disabled).toBe(true);
  press('Load version 2026-11-22');
  await waitFor(async () => expect((await area()).value).toBe('Newer text'));
});

it('a text can be published over a newer one after a decision', async () => {
  const replies = { [PUBLISH]: { status: 201, body: versionOf('2026-11-23', true) } };
  show();
  await type('Mine');
  cleanup();
  const asked = show({ [LIST]: textsAt('2026-11-22', 'Newer text'), ...replies });
  await area();
  press('Keep my text');
  expect((await area()).value).toBe('Mine');
  await publish();
  await waitFor(() =>
    expect(asked.find(({ call }) => call === PUBLISH)?.body).toEqual({
      type: 'terms',
      markdown: 'Mine',
      replaces: '2026-11-22',
    }),
  );
});

it('saves the policy to the draft: a fee in percent, and a line for each kind of waste', async () => {
  const asked = show({ [SAVE]: { body: CATALOG_DRAFT.sections.policy, headers: { ETag: '"1"' } } });
  fireEvent.click(await screen.findByLabelText('State the rule in figures'));
  await waitFor(() => expect(control('fee')).toBeTruthy());
  fireEvent.change(control('feeType'), { target: { value: 'percent' } });
  fireEvent.input(control('fee'), { target: { value: '101' } });
  fireEvent.input(control('acceptedWaste'), { target: { value: ' Wood \n\nBrick' } });
  press('Save draft');
  expect(await screen.findByText('Type a whole percentage from 0 to 100')).toBeTruthy();
  fireEvent.input(control('fee'), { target: { value: '25' } });
  press('Save draft');
  await waitFor(() => expect(asked.find(({ call }) => call === SAVE)).toBeTruthy());
  expect(asked.find(({ call }) => call === SAVE)?.body).toEqual({
    cancellation: { freeHours: 24, fee: { type: 'percent', percent: 25 } },
    acceptedWaste: ['Wood', 'Brick'],
    prohibitedWaste: CATALOG_DRAFT.sections.policy.prohibitedWaste,
  });
});
