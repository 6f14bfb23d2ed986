import { Component, type ReactNode } from 'react';
import { ErrorState } from '../shared/ui/states.js';
import { texts } from './texts.js';

interface BoundaryProps {
  readonly children: ReactNode;
  /** Another place is tried afresh. */
  readonly place: string;
}
interface State {
  readonly error?: unknown;
}

/** A fault of one screen leaves the bars in place. */
export class Boundary extends Component<BoundaryProps, State> {
  override state: State = {};

  static getDerivedStateFromError(error: unknown): State {
    return { error };
  }

  override componentDidUpdate(before: BoundaryProps) {
    if (before.place !== this.props.place && this.state.error !== undefined)
      this.setState({ error: undefined });
  }

  override render() {
    const { error } = this.state;
    if (error === undefined) return this.props.children;
    return (
      <ErrorState
        title={texts.thisPageDidNotLoad}
        error={error}
        onRetry={() => location.reload()}
      />
    );
  }
}
