import { searchPalette } from '#contract/palette.ts';
import { type App, implement } from '#worker/base/http/implement.ts';
import { findPaletteMatches } from './service.ts';

export function mountPalette(app: App) {
  implement(app, searchPalette, ({ ctx, query }) => findPaletteMatches(ctx, query.q));
}
