import { searchPalette } from '#contract/palette.ts';
import { type App, implement } from '#worker/http/implement.ts';
import { findPaletteMatches } from './service.ts';

export function mountPalette(app: App) {
  implement(app, searchPalette, ({ ctx, query }) => findPaletteMatches(ctx, query.q));
}
