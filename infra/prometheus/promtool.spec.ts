import { answers, say } from '@feusa/testing/field-tools';
import { describe, expect, it } from '@jest/globals';

const has = answers('promtool', ['--version'], 'What promtool says of the alerts');
const promtool = (...words: string[]) => say('promtool', words, import.meta.dirname);

(has ? describe : describe.skip)('promtool', () => {
  it('reads the alerts and what is scraped', () => {
    expect(promtool('check', 'rules', 'alerts.yml')).toContain('SUCCESS');
    expect(promtool('check', 'config', '--syntax-only', 'prometheus.yml')).toContain('SUCCESS');
  });

  it('finds each alert silent where all is well, and firing where all is wrong', () => {
    expect(promtool('test', 'rules', 'alerts.test.yml')).toContain('SUCCESS');
  });
});
