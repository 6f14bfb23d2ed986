import type { TokenView } from '@feusa/contracts/tokens';
import { ConfirmDialog } from '../../../shared/ui/form-dialog.js';
import { texts } from './texts.js';

interface EndTokenProps {
  readonly token: TokenView;
  readonly onConfirm: () => Promise<void>;
  readonly onClose: () => void;
}

export default function EndToken({ token: { name }, onConfirm, onClose }: EndTokenProps) {
  return (
    <ConfirmDialog
      title={texts.endTitle}
      text={texts.endAsk(name)}
      failureText={texts.notEnded}
      confirmLabel={texts.end}
      onConfirm={onConfirm}
      onClose={onClose}
    />
  );
}
