/** PostgreSQL settings by name, as one writes them in postgresql.conf. */
export type Settings = Record<string, string>;

/** For some hundred people on a small machine; durability stays at PostgreSQL's own defaults. */
const DEFAULTS: Settings = {
  shared_buffers: '64MB',
  max_connections: '60',
  max_wal_size: '512MB',
  // commits would wait some 60 ms each time that 16 MB of zeros are written before what is to be kept
  wal_init_zero: 'off',
  jit: 'off',
  io_method: 'sync',
  password_encryption: 'scram-sha-256',
  timezone: 'UTC',
  log_timezone: 'UTC',
  log_line_prefix: '%m [%p] ',
  // without the detail lines, which repeat the values of a row
  log_error_verbosity: 'terse',
  // nor the statements, where a value may stand in the text
  log_min_error_statement: 'panic',
};

/** The arguments that make `postgres` serve `dir` on the loopback address only. */
export const serverArguments = (dir: string, port: number, settings: Settings): string[] => {
  const fixed = { listen_addresses: '127.0.0.1', port: String(port), unix_socket_directories: '' };
  const all = Object.entries({ ...DEFAULTS, ...settings, ...fixed });
  return ['-D', dir, ...all.flatMap(([name, value]) => ['-c', `${name}=${value}`])];
};
