import { Component, type ReactNode } from 'react';
import { Button } from '#web/kit/ui/Button.tsx';
import { Panel } from '#web/kit/ui/Panel.tsx';

type Props = {
  children: ReactNode;
  /** What happens to the user's input when the page is reloaded. */
  consequence?: string;
  /** What to do if a reload does not help. */
  help?: ReactNode;
};

/** Shown if a part of the page fails to load or render. Offers to reload the page. */
export class ErrorBoundary extends Component<Props, { hasFailed: boolean }> {
  override state = { hasFailed: false };

  static getDerivedStateFromError() {
    return { hasFailed: true };
  }

  override render() {
    const { children, consequence = 'Changes that you have not saved are lost.', help } = this.props;
    if (!this.state.hasFailed) return children;
    return (
      <div className="page py-10">
        <Panel
          title="This page did not load completely"
          takesFocus
          actions={<Button onClick={() => window.location.reload()}>Load the page again</Button>}
        >
          <p>{consequence}</p>
          {help}
        </Panel>
      </div>
    );
  }
}
