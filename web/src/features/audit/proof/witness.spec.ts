import { describe, expect, it } from '@jest/globals';
import { compare, type LogServer, type Seen } from './witness.js';

// Signed by the server's own code, over a log of 5 events that grew to 8; and the proof of that.
const key = 'feusa.example/log+1368215a+AepFJBpu1ok41IuFouIWxOmxtC7N6fZ8FOH772EclNZk';
const other = 'feusa.example/log+52daac1e+AQiEgqbF9Jasq4sX4+hcwXNzVoA90EkZK2VP80rdUJoL';
const of5 =
  'feusa.example/log\n5\n6QdcvXpvCDx4OpvRUKV5UpZ4kwX7z87Bq+WGpXTFpmU=\n\n' +
  '\u2014 feusa.example/log E2ghWpkUwtkQlMOwYisH5gdsvgmzvyfALbJ42IwM/hYfb173W5ADtHQtvUubITmY+xoi1XgW2+C4mzYY0bhG9ioyKgE=\n';
const of8 =
  'feusa.example/log\n8\nlwI2tSDAMl+SFv+c96RRQMcTvOCsstrLUUyTzPHFxu0=\n\n' +
  '\u2014 feusa.example/log E2ghWmhfqKuPc/0UpQ0tcVWT+gde6xUvuMJzDIKvtOKB9bpZdW/YlYbRNaTJ7mI/rOJgcy/7zXk2obCCq5/2RKlofgw=\n';
const forked =
  'feusa.example/log\n8\nCUKmSZhQyMssc/fmHEqQtkGuiGe/UjPA+UenAh3t7dM=\n\n' +
  '\u2014 feusa.example/log E2ghWuZLGtrDVbiBwSFXlGzRtlQAS88tNBvEPtxGQ5XIKULxuSkyYAQQGyyTXEMhtWxeJ+QrOAoYUFqgWvnwPmMggAs=\n';
const byOther =
  'feusa.example/log\n8\nlwI2tSDAMl+SFv+c96RRQMcTvOCsstrLUUyTzPHFxu0=\n\n' +
  '\u2014 feusa.example/log UtqsHh4tMNqu/NTYuozVv+3WnKYDWfbiw3p8yj062bGCYmMTe6dkmW84Q91qVlfrpl/Jej2gURNlGm7iSWMtYEtq7gE=\n';
const elsewhere =
  'other.example/log\n8\nlwI2tSDAMl+SFv+c96RRQMcTvOCsstrLUUyTzPHFxu0=\n\n' +
  '\u2014 other.example/log oYZQkLFKj1fEjRZQ+oQTo7RSWBdQwgdqicdfmJaIaJ14bJ9k3s/gLOKHmy6GzLJdd19mLPM818PnLIupyCu8pceCQQs=\n';
const elsewhereKey = 'other.example/log+a1865090+AZ57JRy75zBJFKJ6JSIUe3zQ7WHw/sJzNP77k+Rv/KAE';
const proof = [
  'goOms0/a0SPPnNPCtk/YgmBl8pcwQlz66EHcXbfRXXI=',
  '2cwj7KFcv4g/KI78dJkTcnLOnBB/7u3fGRt8BN60AWw=',
  'E1lrg6g58wfk156Jg62ueBNiPhQN31u2zIU1bTs3l8k=',
  '94/oKBkQiP6zKN7UMrjNv3QWFjLi6zAR2XlXjxGXi7I=',
];

// The same log, whose key was turned at 5 events; then, at fewer than were seen, and by the key before alone.
const turned = {
  before: 'feusa.example/log+8ed31933+ASjMds6bdAlkOQHpS6XXpNkFSiVh1u0bfmUlwLZn739W',
  after: 'feusa.example/log+cc9df084+AdMAVh8qedqCajGUG/O58aIA5ILBQO+IXPpUBKi0S8GM',
  of5: 'feusa.example/log\n5\n6QdcvXpvCDx4OpvRUKV5UpZ4kwX7z87Bq+WGpXTFpmU=\n\n\u2014 feusa.example/log jtMZM0wpA/K+Yn9W+DdWyTuLczyDsdw6BF0KHiimLIaakywXN3tsN7aLthFm5K7nuhO4EAhK72D4fJfxy7Dg8av+9gU=\n',
  of8: 'feusa.example/log\n8\nlwI2tSDAMl+SFv+c96RRQMcTvOCsstrLUUyTzPHFxu0=\n\n\u2014 feusa.example/log zJ3whDxanDpDYPqAfDcHlJtqyCdPV7R48TylqjBB78+fqJfx5RLdSnpRWl+EYYkSxBitBMut5iXd5X9klUuYFUuFYQo=\n',
  turn: 'feusa.example/log\n5\n6QdcvXpvCDx4OpvRUKV5UpZ4kwX7z87Bq+WGpXTFpmU=\nkey-before feusa.example/log+8ed31933+ASjMds6bdAlkOQHpS6XXpNkFSiVh1u0bfmUlwLZn739W\nkey-after feusa.example/log+cc9df084+AdMAVh8qedqCajGUG/O58aIA5ILBQO+IXPpUBKi0S8GM\nat 2026-11-21T00:00:00.000Z\n\n\u2014 feusa.example/log jtMZMzNoeCNwyPqoWWOLS2fYpawVPeZwjPcEpF7h9a4pK/DNEAz8ecn/9eN5Lz3UeomZMLYAsV5YR5VVFIG+NWFrMg8=\n\u2014 feusa.example/log zJ3whHT2lZEHoBeUtIUP3+tIL/Jq45hMCm+0WrRLIuE/4JmoDwn0gXhpMsyd+BqRWeDFA+W+zgq4LDwuRPvSPm2lZQc=\n',
  early:
    'feusa.example/log\n4\n6QdcvXpvCDx4OpvRUKV5UpZ4kwX7z87Bq+WGpXTFpmU=\nkey-before feusa.example/log+8ed31933+ASjMds6bdAlkOQHpS6XXpNkFSiVh1u0bfmUlwLZn739W\nkey-after feusa.example/log+cc9df084+AdMAVh8qedqCajGUG/O58aIA5ILBQO+IXPpUBKi0S8GM\nat 2026-11-21T00:00:00.000Z\n\n\u2014 feusa.example/log jtMZM4gC+YVLcRedhQgjbCEYFsHxOWWx4oZ3tFyst7ztQs/rcGSwjTa99yneeC0cBnkK/IG06lt1SQHyddn7xxcKPAI=\n\u2014 feusa.example/log zJ3whDIO3iZDpXKylzPIQsHyH6xsFJGG2dSt/mKdyfFNXaIn3nt2+Mt4TkH50yPsGb7zuUOz2N+sFH7BDlZnZfPqvAs=\n',
  alone:
    'feusa.example/log\n5\n6QdcvXpvCDx4OpvRUKV5UpZ4kwX7z87Bq+WGpXTFpmU=\nkey-before feusa.example/log+8ed31933+ASjMds6bdAlkOQHpS6XXpNkFSiVh1u0bfmUlwLZn739W\nkey-after feusa.example/log+cc9df084+AdMAVh8qedqCajGUG/O58aIA5ILBQO+IXPpUBKi0S8GM\nat 2026-11-21T00:00:00.000Z\n\n\u2014 feusa.example/log jtMZMzNoeCNwyPqoWWOLS2fYpawVPeZwjPcEpF7h9a4pK/DNEAz8ecn/9eN5Lz3UeomZMLYAsV5YR5VVFIG+NWFrMg8=\n\u2014 feusa.example/log jtMZMzNoeCNwyPqoWWOLS2fYpawVPeZwjPcEpF7h9a4pK/DNEAz8ecn/9eN5Lz3UeomZMLYAsV5YR5VVFIG+NWFrMg8=\n',
};

const now = new Date('2026-11-21T10:00:00.000Z');
const seen = (note: string, by = key): Seen => ({ note, key: by, at: '2026-11-20T10:00:00.000Z' });
const contradiction = new Error('audit/contradiction');

const before = seen(turned.of5, turned.before);

/** A server that shows this note and this proof. */
const showing = (
  note: string,
  by = key,
  given: readonly string[] = proof,
  turns: readonly string[] = [],
): LogServer => ({
  checkpoint: () => Promise.resolve(note),
  key: () => Promise.resolve(`${by}\n`),
  successions: () => Promise.resolve(turns),
  consistency: () => Promise.resolve(given),
  isContradiction: (fault) => fault === contradiction,
});

describe('the browser as a witness', () => {
  it('remembers what it sees first', async () => {
    const outcome = await compare(showing(of5), null, now);
    expect(outcome).toEqual({ kind: 'first', seen: { note: of5, key, at: now.toISOString() } });
  });

  it('is content with a log that goes on from there, or stands still', async () => {
    expect(await compare(showing(of8), seen(of5), now)).toMatchObject({ kind: 'grown' });
    expect(await compare(showing(of5), seen(of5), now)).toMatchObject({ kind: 'grown' });
  });

  it.each([
    ['forked', showing(of8, key, []), of5],
    ['forked', showing(of8, key, ['x']), of5],
    ['forked', showing(of8, key, proof.toReversed()), of5],
    ['forked', showing(forked), of8],
    ['shorter', showing(of5), of8],
    ['other-key', showing(byOther, other), of8],
    ['other-log', showing(elsewhere, elsewhereKey), of8],
    ['unsigned', showing(of8.replace('\n8\n', '\n9\n')), of5],
    ['unsigned', showing(byOther), of8],
    ['unsigned', showing('no note'), of8],
  ] as const)('raises an alarm: %s', async (kind, server, before) => {
    const was = kind === 'other-log' ? { ...seen(before), key: elsewhereKey } : seen(before);
    const outcome = await compare(server, was, now);
    expect(outcome).toMatchObject({ kind: 'alarm', alarm: { kind, seen: { note: before } } });
  });

  it('raises an alarm where the server itself sees the contradiction, and none where it is away', async () => {
    const refusing = { ...showing(of8), consistency: () => Promise.reject(contradiction) };
    expect(await compare(refusing, seen(of5))).toMatchObject({ alarm: { kind: 'refused' } });
    const away = { ...showing(of8), checkpoint: () => Promise.reject(new Error('offline')) };
    await expect(compare(away, seen(of5))).rejects.toThrow('offline');
  });

  it('goes on with the key that the log was turned to, by the word of both, and with no other', async () => {
    const outcome = await compare(
      showing(turned.of8, turned.after, proof, [turned.turn]),
      before,
      now,
    );
    expect(outcome).toMatchObject({ kind: 'grown', seen: { key: turned.after } });
    for (const turns of [[], [turned.early], [turned.alone]]) {
      const alarm = await compare(showing(turned.of8, turned.after, proof, turns), before, now);
      expect(alarm).toMatchObject({ kind: 'alarm', alarm: { kind: 'other-key' } });
    }
  });
});
