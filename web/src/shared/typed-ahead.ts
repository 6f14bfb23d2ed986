let typed = '';
let stop: (() => void) | undefined;

/** Keeps the letters that come before the field that they are meant for is there. */
export function keepTyped(): void {
  stop?.();
  typed = '';
  const keep = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.isComposing) return;
    if (event.key === 'Backspace') typed = [...typed].slice(0, -1).join('');
    else if (event.key.length === 1) typed += event.key;
    else return;
    event.preventDefault();
    event.stopImmediatePropagation();
  };
  addEventListener('keydown', keep, true);
  stop = () => removeEventListener('keydown', keep, true);
}

/** What was typed meanwhile; from here on the field has the keys. */
export function takeTyped(): string {
  stop?.();
  stop = undefined;
  const text = typed;
  typed = '';
  return text;
}
