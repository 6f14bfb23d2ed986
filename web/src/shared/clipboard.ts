/** The clipboard of the platform is there only over https; the old way works everywhere else. */
export async function copyText(text: string, near: HTMLElement): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    const { activeElement } = document;
    const field = document.createElement('textarea');
    field.value = text;
    field.className = 'visually-hidden';
    near.append(field);
    field.select();
    const done = document.execCommand('copy');
    field.remove();
    if (activeElement instanceof HTMLElement) activeElement.focus();
    return done;
  }
}
