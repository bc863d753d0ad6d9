import { type Day, formatDay } from '#domain/shared/days.ts';
import type { Section } from './layout.ts';

/** `until`: the last day on which the link works. */
export type RepeatLinkPart = { url: string; until: Day };

/** The section with the link that fills in the booking form. The URL is secret. */
export function repeatPart(repeat: RepeatLinkPart | null): Section[] {
  if (!repeat) return [];
  return [
    {
      title: 'Your next dumpster',
      paragraphs: [
        `The link opens our booking page with your details filled in. It works until ${formatDay(repeat.until)}. It is meant for you: please do not pass it on.`,
      ],
      link: { label: 'Same as last time', url: repeat.url },
    },
  ];
}
