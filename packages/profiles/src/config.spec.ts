import { describe, expect, it } from '@jest/globals';
import { StartFault } from '@feusa/platform/start-fault';
import { readConfig, settingNames } from './config.js';

/** These take any text. */
const FREE = [
  'HOST',
  'FEUSA_DATA_DIR',
  'FEUSA_TEAM_PASSWORD',
  'FEUSA_ADMIN_PASSWORD',
  'OIDC_CLIENT_ID',
  'OIDC_CLIENT_SECRET',
  'OIDC_ROLE_CLAIM',
  'FEUSA_MASTER_KEY_FILE',
  'FEUSA_MASTER_KEY_COMMAND',
  'FEUSA_CHECKPOINT_DIR',
  'KAFKA_USER',
  'KAFKA_PASSWORD',
  'S3_ACCESS_KEY',
  'S3_SECRET_KEY',
  'S3_BUCKET',
  'S3_REGION',
  'FEUSA_INSTANCE',
];
/** As age made it. */
const RECIPIENT = 'age1yqzu4khy8h6hky34vs4hjhhj4u4aak5mghrl06uzs6evjjzp994q8canzl';
const ruled = settingNames.filter((name) => !FREE.includes(name));

function faultOf(environment: NodeJS.ProcessEnv): string {
  try {
    readConfig(environment);
  } catch (fault) {
    if (fault instanceof StartFault) return fault.message;
    throw fault;
  }
  return '';
}

describe('settings that cannot be used', () => {
  it('are all named in one message', () => {
    const lines = faultOf(Object.fromEntries(ruled.map((name) => [name, ' + ']))).split('\n');
    expect(lines[0]).toBe('These settings cannot be used:');
    const named = lines.slice(1).map((line) => line.trim().split(/[ .]/)[0]);
    expect([...new Set(named)].sort()).toEqual([...ruled].sort());
  });

  it.each(ruled)('are named alone: %s', (name) => {
    for (const value of [' + ', 'x://%zz + @', 'http://[ + ', '%zz +', '-1 + '])
      expect([value, faultOf({ [name]: value })]).toEqual([value, expect.stringContaining(name)]);
  });

  it.each(['age1x', `${RECIPIENT.slice(0, -1)}0`, RECIPIENT.slice(0, -1), `${RECIPIENT},age1x`])(
    'are recipients that age does not know: %s',
    (recipients) => {
      const fault = faultOf({ FEUSA_BACKUP_RECIPIENTS: recipients });
      expect(fault).toMatch(/FEUSA_BACKUP_RECIPIENTS[.\d]* must be age1…, age1…$/);
    },
  );

  it.each([RECIPIENT, ` ${RECIPIENT}, ${RECIPIENT} `])('are not recipients: %s', (recipients) =>
    expect(faultOf({ FEUSA_BACKUP_RECIPIENTS: recipients })).toBe(''),
  );

  it.each(['standalone', 'distributed'])('are no secrets that cannot be read: %s', (profile) => {
    const DATABASE_URL = 'postgres://feusa:%zz@127.0.0.1/feusa';
    expect(faultOf({ FEUSA_PROFILE: profile, DATABASE_URL })).toMatch(/DATABASE_URL/);
  });
});
