import { writeGenerated, type GeneratedName } from './generated.js';

/** `npm run bounds`, `npm run picture`. */
await writeGenerated(process.argv[2] as GeneratedName);
