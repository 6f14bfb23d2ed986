import { Component, type ReactNode } from 'react';
import { ErrorState } from '../shared/ui/states.js';

interface State {
  readonly error?: unknown;
}

/** A fault of one screen leaves the bars in place. */
export class Boundary extends Component<{ readonly children: ReactNode }, State> {
  override state: State = {};

  static getDerivedStateFromError(error: unknown): State {
    return { error };
  }

  override render() {
    const { error } = this.state;
    if (error === undefined) return this.props.children;
    return (
      <ErrorState title="This page did not load" error={error} onRetry={() => location.reload()} />
    );
  }
}
