import { diskStores } from './test-stores.js';
import { checkedUploads } from './test-tus-checks.js';
import { tusScenarios } from './test-tus.js';

tusScenarios(diskStores);
checkedUploads(diskStores);
