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

/** What is not closed yet, of all that this process has begun to close. */
export const stillClosing = (): readonly string[] => [...closing];
