/** Where the list begins to be seen: below whatever sticks to the top of the window. */
export function stuckBottom(): number {
  const edges = [...document.querySelectorAll<HTMLElement>('[data-stuck]')].map((element) => {
    const { position, top } = getComputedStyle(element);
    return position === 'sticky' ? parseFloat(top) + element.offsetHeight : 0;
  });
  return Math.max(0, ...edges);
}
