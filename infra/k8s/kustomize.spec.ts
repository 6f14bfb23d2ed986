import { cpSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { answers, say } from '@feusa/testing/field-tools';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';

const kubectl = answers('kubectl', ['kustomize', '--help'], 'The building of the manifests');
/** It fetches the schemas of Kubernetes. */
const probe =
  "printf 'apiVersion: v1\\nkind: Namespace\\nmetadata: {name: a}' | kubeconform -strict";
const kubeconform =
  kubectl && answers('sh', ['-c', probe], 'The check of the manifests against their schemas');

/** The manifests with the key that operators make for the example. */
let home: string;
beforeAll(() => {
  home = mkdtempSync(join(tmpdir(), 'feusa-k8s-'));
  cpSync(import.meta.dirname, home, { recursive: true });
  writeFileSync(join(home, 'example/checkpoint.key'), 'a key');
});
afterAll(() => rmSync(home, { recursive: true }));

describe.each(['base', 'keda', 'keda-sign-in', 'example'])('the manifests in %s', (folder) => {
  (kubectl ? it : it.skip)('are built by kubectl', () => {
    expect(say('kubectl', ['kustomize', folder], home)).toMatch(/^kind: /m);
  });

  (kubeconform ? it : it.skip)('fit the schemas of Kubernetes', () => {
    const words = `kubectl kustomize ${folder} | kubeconform -strict -ignore-missing-schemas`;
    say('sh', ['-c', words], home);
  });
});
