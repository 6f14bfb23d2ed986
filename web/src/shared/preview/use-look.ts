import { useEffect, useState } from 'react';
import { texts } from './texts.js';

/** How a document is shown, by the type of what the server answers with; or why it is not. */
export type Look =
  | { readonly as: 'image' | 'pdf' | 'frame' }
  | { readonly as: 'fault'; readonly text: string; readonly mayTryAgain?: boolean };

export const lost: Look = { as: 'fault', text: texts.previewNotLoaded, mayTryAgain: true };

const damaged: Look = { as: 'fault', text: texts.previewFailed };

const faults: Readonly<Record<number, Look>> = {
  404: { as: 'fault', text: texts.previewGone },
  415: { as: 'fault', text: texts.noPreview },
  422: damaged,
};

/** Why a picture is not shown that the server says is there: its bytes do not come, or make no picture. */
export async function faultOfPicture(address: string): Promise<Look> {
  try {
    const response = await fetch(address);
    if (!response.ok) return faults[response.status] ?? lost;
    const bytes = await response.blob();
    return await createImageBitmap(bytes).then(
      () => lost,
      () => damaged,
    );
  } catch {
    return lost;
  }
}

async function look(address: string, signal: AbortSignal): Promise<Look> {
  const response = await fetch(address, { method: 'HEAD', signal });
  if (!response.ok) return faults[response.status] ?? lost;
  const type = response.headers.get('content-type') ?? '';
  if (type.startsWith('image/')) return { as: 'image' };
  return { as: type === 'application/pdf' ? 'pdf' : 'frame' };
}

/** What is there at the address of a preview; undefined while that is being found out. */
export function useLook(address: string): { look: Look | undefined; again: () => void } {
  const [found, setFound] = useState<{ address: string; look: Look }>();
  const [round, setRound] = useState(0);
  useEffect(() => {
    const left = new AbortController();
    look(address, left.signal).then(
      (answer) => setFound({ address, look: answer }),
      () => !left.signal.aborted && setFound({ address, look: lost }),
    );
    return () => left.abort();
  }, [address, round]);
  return {
    look: found?.address === address ? found.look : undefined,
    again: () => {
      setFound(undefined);
      setRound((last) => last + 1);
    },
  };
}
