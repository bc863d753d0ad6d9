/** For stories that depend on animations and smooth scrolling, which all others switch off. */
export const WITH_MOTION = { reducedMotion: 'no-preference' } as const;
