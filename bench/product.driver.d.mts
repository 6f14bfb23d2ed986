import type { Kit } from './kit.js';
import type { System } from './workloads.js';

export default function system(kit: Kit): System;
