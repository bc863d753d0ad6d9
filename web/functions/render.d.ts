/** Built from web/build/edge-render.tsx (scripts/production/bundle.ts). */
declare module '#edge/render.js' {
  export const renderFirstStep: import('#web/edge/document.ts').Render;
}
