import type { DemoFolder } from '../shelf.js';
import { bulletins } from './bulletins.js';
import { humanResources } from './human-resources.js';
import { manuals } from './manuals.js';
import { parts } from './parts.js';
import { safety } from './safety.js';
import { sales } from './sales.js';

/** The top-level folders of an invented company with everything in them. */
export const company: readonly DemoFolder[] = [
  manuals,
  parts,
  safety,
  sales,
  humanResources,
  bulletins,
];
