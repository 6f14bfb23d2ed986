import type { PartView } from '@feusa/contracts/operations';
import { CircleCheck, CircleX, TriangleAlert } from 'lucide-react';
import { partName } from './names.js';
import styles from './operations.module.css';
import { texts } from './texts.js';

export const PartList = ({ parts }: { readonly parts: readonly PartView[] }) => (
  <section aria-labelledby="parts">
    <h2 id="parts">{texts.parts}</h2>
    <ul className={styles.parts}>
      {parts.map((part) => (
        <Part key={part.name} part={part} />
      ))}
    </ul>
  </section>
);

function Part({ part }: { readonly part: PartView }) {
  const { name, required, state } = part;
  const isWell = state === 'ok';
  const Icon = isWell ? CircleCheck : required ? CircleX : TriangleAlert;
  const tone = isWell ? styles.well : required ? styles.down : styles.weak;
  return (
    <li className={styles.part}>
      <Icon size={18} strokeWidth={1.5} aria-hidden className={tone} />
      <p className={styles.strong}>{partName(name)}</p>
      <p className={isWell ? styles.muted : tone}>{isWell ? wellText(part) : state}</p>
    </li>
  );
}

function wellText({ lag }: PartView): string {
  if (lag === null) return texts.healthy;
  return lag === 0 ? texts.healthyUpToDate : texts.healthyEventBehind(lag);
}
