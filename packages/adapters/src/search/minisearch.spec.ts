import { searchContract } from './contract.js';
import { openMiniSearch } from './minisearch.js';

searchContract('minisearch', openMiniSearch);
