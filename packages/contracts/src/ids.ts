/**
 * A UUID of version 7 (RFC 9562): the time `now`, in ms, and behind it what the UUID `random` has at random. What is made one
 * after the other then lies side by side in every index of ids, however much there is.
 */
export function timeOrderedId(random: string, now: number): string {
  const time = now.toString(16).padStart(12, '0');
  return `${time.slice(0, 8)}-${time.slice(8)}-7${random.slice(15)}`;
}
