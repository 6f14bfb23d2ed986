import { useEffect, useState, type ReactNode } from 'react';
import { Button, type Tone } from './button.js';

interface SsoButtonProps {
  /** Of our server, which sends the browser on to the provider. */
  readonly address: string;
  readonly tone?: Tone;
  readonly autoFocus?: boolean;
  readonly children: ReactNode;
}

/** Leaves for the provider of single sign-on; 'Pending' until the page is gone. */
export function SsoButton({ address, children, ...look }: SsoButtonProps) {
  const [isLeaving, setLeaving] = useState(false);
  useEffect(() => {
    // Browsers bring a page back as it was left.
    const back = () => setLeaving(false);
    addEventListener('pageshow', back);
    return () => removeEventListener('pageshow', back);
  }, []);
  const leave = () => {
    setLeaving(true);
    location.assign(address);
  };
  return (
    <Button {...look} pending={isLeaving} onClick={leave}>
      {children}
    </Button>
  );
}
