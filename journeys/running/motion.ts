/** For journeys that depend on animations and smooth scrolling; all others switch them off. */
export const WITH_MOTION = { reducedMotion: 'no-preference' } as const;
