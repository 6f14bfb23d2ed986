export {
  EngineMissing,
  engineNames,
  type Engine,
  type EngineName,
  type EngineOptions,
} from './engine.js';
export { endLeftOver } from './left-over.js';
export { fetchEngine, openEngine } from './open-engine.js';
export { openEngines, type OpenEngines, type OpenEnginesOptions } from './open-engines.js';
