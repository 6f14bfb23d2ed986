import type { Page } from 'playwright-core';

export interface FingerprintReader {
  /** Has the device forget its passkeys. */
  forget(): Promise<void>;
}

/** Puts a device into a window that keeps passkeys, and uses them without asking. */
export async function addFingerprintReader(page: Page): Promise<FingerprintReader> {
  const devtools = await page.context().newCDPSession(page);
  await devtools.send('WebAuthn.enable');
  const { authenticatorId } = await devtools.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      ...({ protocol: 'ctap2', transport: 'internal' } as const),
      ...{ hasResidentKey: true, hasUserVerification: true, isUserVerified: true },
      automaticPresenceSimulation: true,
    },
  });
  return {
    forget: async () =>
      void (await devtools.send('WebAuthn.clearCredentials', { authenticatorId })),
  };
}
