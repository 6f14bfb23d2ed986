import type { Engine, EngineName, EngineOptions } from './engine.js';
import { openContained } from './container-engine.js';
import { kafka } from './kafka.js';
import { openNatively } from './native-engine.js';
import { opensearch } from './opensearch.js';
import type { Recipe } from './recipe.js';
import { redis } from './redis.js';
import { s3 } from './s3.js';

const recipes: Record<EngineName, Recipe> = { kafka, opensearch, redis, s3 };

/**
 * Starts an engine as a plain process of this machine, on the loopback address only.
 * It ends with this process at the latest, however that ends.
 * @throws EngineMissing where this machine lacks what it needs
 * @throws StartFault where it does not come up, or its directory is in use
 */
export const openEngine = (name: EngineName, options: EngineOptions): Promise<Engine> =>
  openNatively(name, recipes[name], options);

/**
 * Starts an engine in a container, reached on this machine's loopback address only.
 * @throws StartFault where it does not come up
 */
export const openContainer = (name: EngineName, options: EngineOptions): Promise<Engine> =>
  openContained(name, recipes[name], options);

/** Fetches the programs of an engine, so that a later start is quick. @throws EngineMissing */
export const fetchEngine = (name: EngineName, log: (line: string) => void): Promise<void> =>
  recipes[name].fetch(log);
