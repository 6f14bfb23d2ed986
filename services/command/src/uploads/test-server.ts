import { openTestApp } from './test-app.js';

/** The upload endpoint in a process of its own, to be killed: prints its port once it listens. */
const [dir = ''] = process.argv.slice(2);
const app = await openTestApp({ dir });
console.log(app.port);
