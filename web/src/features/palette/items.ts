import type { LucideIcon } from 'lucide-react';
import type { Rankable } from './rank.js';

/** One line of the palette. */
export interface Item extends Rankable {
  readonly id: string;
  readonly icon: LucideIcon;
  run(): void;
}

export interface Group {
  readonly title: string;
  readonly items: readonly Item[];
}
