import { engineNames } from './engine.js';
import { fetchEngine } from './open-engine.js';

/** Fetches the programs of all engines. What cannot be fetched is said by whoever starts it. */
await Promise.allSettled(engineNames.map((name) => fetchEngine(name, () => undefined)));
