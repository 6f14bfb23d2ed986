import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it } from '@jest/globals';
import { bePatient, until, within } from './until.js';

describe('waiting', () => {
  it('until something holds is given up with what was waited for, and why it did not', async () => {
    const never = () => {
      throw new Error('nobody is there');
    };
    await expect(until('the relay', never, 20, 1)).rejects.toMatchObject({
      message: 'waited 0.02 s for the relay',
      cause: new Error('nobody is there'),
    });
  });

  it('takes as long as there is patience for', async () => {
    bePatient(3);
    await expect(until('the relay', () => false, 20, 1)).rejects.toThrow('waited 0.06 s');
    bePatient(1);
  });

  it('for work answers with what comes of it', async () => {
    expect(await within('counting', Promise.resolve(7), { ms: 1000 })).toBe(7);
    const failed = within('counting', Promise.reject(new Error('no numbers')), { ms: 1000 });
    await expect(failed).rejects.toThrow('no numbers');
  });

  it('for work that hangs is given up', async () => {
    const hangs = within('F7', sleep(60_000, undefined, { ref: false }), { ms: 20 });
    await expect(hangs).rejects.toThrow('F7 did not end within 0.02 s');
  });

  it('for work is broken off where the run is to end', async () => {
    const asked = new AbortController();
    const work = within('F7', sleep(60_000, undefined, { ref: false }), {
      ms: 60_000,
      ended: asked.signal,
    });
    asked.abort();
    await expect(work).rejects.toThrow('F7 was broken off');
    const late = within('F8', sleep(60_000, undefined, { ref: false }), {
      ms: 60_000,
      ended: asked.signal,
    });
    await expect(late).rejects.toThrow('F8 was broken off');
  });
});
