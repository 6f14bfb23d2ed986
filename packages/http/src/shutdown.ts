const PATIENCE_MS = 9500;

/**
 * Ends the program when it is asked to: what is starting gets started, then everything is closed in
 * order. A second request, or 9.5 s, ends it at once.
 */
export function endOnSignals(started: Promise<() => Promise<void>>): void {
  let ending = false;
  const end = () => {
    if (ending) process.exit(1);
    ending = true;
    setTimeout(() => process.exit(1), PATIENCE_MS).unref();
    started
      .then((close) => close())
      .then(
        () => process.exit(0),
        () => process.exit(1),
      );
  };
  process.on('SIGTERM', end);
  process.on('SIGINT', end);
}
