import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { openEngine, type Engine } from '@feusa/engines';
import type { S3Options } from './bounded-s3.js';

/** An S3 server of the test's own, which it may kill, freeze and empty. */
export interface OwnS3 {
  readonly engine: Engine;
  /** What was logged, in order. */
  readonly reports: string[];
  options(more?: Partial<S3Options>): S3Options;
  close(): Promise<void>;
}

export async function openOwnS3(): Promise<OwnS3> {
  const dir = await mkdtemp(path.join(tmpdir(), 'feusa-test-s3-'));
  const engine = await openEngine('s3', { dir, brief: true });
  const reports: string[] = [];
  const report = (_facts: unknown, text?: string) => void reports.push(text ?? '');
  return {
    engine,
    reports: reports,
    options: (more) => ({
      endpoint: engine.env['S3_ENDPOINT'] ?? '',
      accessKey: engine.env['S3_ACCESS_KEY'] ?? '',
      secretKey: engine.env['S3_SECRET_KEY'] ?? '',
      ...{ bucket: 'own', region: 'us-east-1', log: { info: report, warn: report } },
      ...more,
    }),
    async close() {
      await engine.stop();
      await rm(dir, { recursive: true, force: true });
    },
  };
}
