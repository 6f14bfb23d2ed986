import { Check, Copy } from 'lucide-react';
import { useEffect, useState, type MouseEvent } from 'react';
import { IconButton } from '../../../shared/ui/button.js';
import { texts } from '../texts.js';

/** The clipboard of the platform is there only over https; the old way works everywhere else. */
async function copy(text: string, near: HTMLElement): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    const field = document.createElement('textarea');
    field.value = text;
    field.className = 'visually-hidden';
    near.append(field);
    field.select();
    const done = document.execCommand('copy');
    field.remove();
    return done;
  }
}

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
    void copy(text, button.parentElement ?? document.body).then((done) => {
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
