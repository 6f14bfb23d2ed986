/** Whether nothing on the screen has the focus that somebody has put there. */
export const isFocusFree = (): boolean =>
  document.activeElement === document.body || document.activeElement?.id === 'main';
