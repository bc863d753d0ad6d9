type Named = { firstName: string | null; lastName: string | null; username: string };

/** First and last name; whoever has none is called by the username. */
export function fullName({ firstName, lastName, username }: Named): string {
  return [firstName, lastName].filter(Boolean).join(' ') || username;
}
