import { Panel } from '#web/ui/Panel.tsx';

/** Signing in opens with the back office itself. */
export function LoginScreen() {
  return (
    <div className="mx-auto my-12 max-w-md">
      <h1 className="sr-only">Back office</h1>
      <Panel title="Staff sign-in">
        <p>The back office is not open yet. Bookings are taken meanwhile, and none is lost.</p>
      </Panel>
    </div>
  );
}
