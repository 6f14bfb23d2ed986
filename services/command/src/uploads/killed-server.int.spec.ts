import { killedServer } from './test-killed.js';
import { diskStores } from './test-stores.js';

killedServer(diskStores);
