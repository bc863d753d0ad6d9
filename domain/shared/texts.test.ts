import { describe, expect, it } from 'vitest';
import { replyKeyword, TEXT_CONSENT_WORDING, textBody } from './texts.ts';

describe('a text', () => {
  it('begins with the business and ends with how to stop', () => {
    expect(textBody('Ironwood Dumpsters', 'Your driver is on the way, about 10:40 AM.')).toBe(
      'Ironwood Dumpsters: Your driver is on the way, about 10:40 AM. Reply STOP to end',
    );
  });

  it('has only characters of the GSM alphabet, so that it is billed as one', () => {
    const text = textBody('Müller’s “Dumpsters”', 'Déjà vu \u2013 about 10:40\u202fAM…');
    expect(text).toBe(`Muller's "Dumpsters": Deja vu - about 10:40 AM... Reply STOP to end`);
  });

  it('leaves the details out when they do not fit into one', () => {
    const details = 'Please keep the driveway clear. '.repeat(4);
    expect(textBody('Ironwood', 'It is there.', details)).toBe('Ironwood: It is there. Reply STOP to end');
    expect(textBody('Ironwood', 'It is there.', 'Last day: Dec 1, 2026.')).toContain(
      'Last day: Dec 1, 2026.',
    );
  });
});

it.each([
  ['STOP', '', 'stop'],
  [' stop. ', '', 'stop'],
  ['Unsubscribe', '', 'stop'],
  ['start', '', 'start'],
  ['HELP', '', 'help'],
  ['"Stop"', '', 'stop'],
  ['STOP \u{1f6d1}', '', 'stop'],
  ['\u200bS.T.O.P', '', 'stop'],
  ['\uff33\uff34\uff2f\uff30', '', 'stop'],
  ['Stop all', '', 'stop'],
  ['opt-out', '', 'stop'],
  ["Don't text me!", '', 'stop'],
  ['Cancelar', '', 'stop'],
  ['Please stop at the gate', '', 'other'],
  ['Stop by the garage', '', 'other'],
  ['Yes, the left gate', '', 'other'],
  ['', '', 'other'],
  ['arret', 'STOP', 'stop'],
])("'%s' (%s) is %s", (body, optOutType, keyword) => {
  expect(replyKeyword(body, optOutType)).toBe(keyword);
});

it('the words beside the checkbox name what carriers ask for', () => {
  for (const needed of ['STOP', 'HELP', 'rates may apply', 'without this']) {
    expect(TEXT_CONSENT_WORDING).toContain(needed);
  }
});
