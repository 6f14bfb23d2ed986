import { answers, say } from '@feusa/testing/field-tools';
import { expect, it } from '@jest/globals';
import { newDotenv } from './compose.js';
import { root } from './product.js';

const compose = answers('docker', ['compose', 'version'], 'What Docker Compose says of its file');
const engine = answers('docker', ['info'], 'What Docker says of the Dockerfile');

(compose ? it : it.skip)('docker-compose.yml is read by Docker Compose', () => {
  const settings = Object.entries(newDotenv()).map(([name, value]) => `${name}=${value}`);
  const words = ['-i', ...settings, `PATH=${process.env['PATH']}`, 'docker', 'compose'];
  say('env', [...words, 'config', '--quiet'], root);
});

(engine ? it : it.skip)('the Dockerfile passes the checks of Docker', () => {
  const words = ['build', '--check', '--file', 'infra/docker/Dockerfile', '.'];
  expect(say('docker', words, root)).toContain('no warnings');
});
