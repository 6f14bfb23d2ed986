type Part = readonly [name: string, close: () => unknown];

const closing = new Set<string>();

/** Closes each part once the one before it is closed. @throws what the first that fails throws */
export async function closeInOrder(parts: readonly Part[]): Promise<void> {
  for (const [name, close] of parts) {
    closing.add(name);
    await close();
    closing.delete(name);
  }
}

/** What was opened one after the other. */
export interface Opened {
  add(...part: Part): void;
  /** Closes the last one first. @throws what the first that fails throws */
  close(): Promise<void>;
}

/**
 * Opens several parts, of which each is added once it is open. Where one of them cannot be opened those before it
 * are closed. @throws what kept it from being opened, whatever comes of that
 */
export async function openTogether<T>(open: (opened: Opened) => Promise<T>): Promise<T> {
  const parts: Part[] = [];
  const opened: Opened = {
    add: (...part) => void parts.unshift(part),
    close: () => closeInOrder(parts),
  };
  try {
    return await open(opened);
  } catch (fault) {
    for (const part of parts) await closeInOrder([part]).catch(() => undefined);
    throw fault;
  }
}

/** What is not closed yet, of all that this process has begun to close. */
export const stillClosing = (): readonly string[] => [...closing];
