import { Component, type ReactNode } from 'react';
import { toast } from '../toast-store.js';
import { texts } from '../texts.js';

interface FallbackProps {
  readonly children: ReactNode;
  /** Puts things back as they were before it was opened. */
  readonly onFault: () => void;
}

/** Around what is loaded when it opens: a part that cannot be loaded is said, and nothing else breaks. */
export class Fallback extends Component<FallbackProps, { readonly failed: boolean }> {
  override state = { failed: false };

  static getDerivedStateFromError() {
    return { failed: true };
  }

  override componentDidCatch() {
    toast({
      tone: 'danger',
      text: texts.notOpened,
      action: { label: texts.loadAgain, run: () => location.reload() },
    });
    this.props.onFault();
    this.setState({ failed: false });
  }

  override render() {
    return this.state.failed ? null : this.props.children;
  }
}
