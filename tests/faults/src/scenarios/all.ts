import type { Scenario } from '../scenario.js';
import { commandScenarios } from './commands.js';
import { kafkaScenarios } from './kafka.js';
import { lossyBus } from './lossy-bus.js';
import { searchScenarios } from './opensearch.js';
import { poison } from './poison.js';
import { postgresScenarios } from './postgres.js';
import { raceScenarios } from './races.js';
import { redisScenarios } from './redis.js';
import { relayScenarios } from './relay.js';
import { serviceScenarios } from './services.js';
import { workerScenarios } from './workers.js';

const numberOf = ({ id }: Scenario): number => Number(/\d+/.exec(id)?.[0]);

/** Every fault that is made while people work, in the order of the table. */
export const scenarios: readonly Scenario[] = [
  ...commandScenarios,
  ...relayScenarios,
  ...postgresScenarios,
  ...kafkaScenarios,
  lossyBus,
  poison,
  ...workerScenarios,
  ...searchScenarios,
  ...redisScenarios,
  ...raceScenarios,
  ...serviceScenarios,
].toSorted((a, b) => numberOf(a) - numberOf(b));
