import type { DocsOf } from '#contract/endpoint-docs.ts';
import type * as repeatLinks from '#contract/repeat-links.ts';

export const repeatLinksDocs: DocsOf<typeof repeatLinks> = {
  readRepeatLink: {
    summary:
      "Exchanges the token of the link 'Same as last time' in a confirmation e-mail for what fills the booking form. It changes nothing.",
    errors: ['invalid', 'not_found', 'too_many'],
    crossings: 1,
  },
};
