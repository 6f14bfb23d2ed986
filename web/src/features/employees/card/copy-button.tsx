import { Check, Copy } from 'lucide-react';
import { useEffect, useState, type MouseEvent } from 'react';
import { copyText } from '../../../shared/clipboard.js';
import { IconButton } from '../../../shared/ui/button.js';
import { texts } from '../texts.js';

interface CopyButtonProps {
  readonly text: string;
  /** What is copied, for example 'e-mail'. */
  readonly what: string;
  readonly className?: string | undefined;
  readonly tabIndex?: number;
}

export function CopyButton({ text, what, className = '', tabIndex }: CopyButtonProps) {
  const [copied, setCopied] = useState<boolean>();
  useEffect(() => {
    if (copied === undefined) return;
    const timer = setTimeout(() => setCopied(undefined), 1600);
    return () => clearTimeout(timer);
  }, [copied]);

  const onClick = (event: MouseEvent<HTMLButtonElement>) => {
    const button = event.currentTarget;
    void copyText(text, button.parentElement ?? document.body).then((done) => {
      setCopied(done);
      button.focus();
    });
  };
  const tip = copied === undefined ? texts.copy : copied ? texts.copied : texts.notCopied;
  return (
    <>
      <IconButton
        icon={copied ? Check : Copy}
        label={texts.copyWhat(what)}
        tip={tip}
        className={className}
        onClick={onClick}
        {...(tabIndex !== undefined && { tabIndex })}
      />
      <span role="status" className="visually-hidden">
        {copied === undefined ? '' : tip}
      </span>
    </>
  );
}
