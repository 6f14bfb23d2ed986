/** The version of this release. */
export const VERSION = '0.2.0';

/**
 * Whether `version` may write what this release cannot read: one with a larger first or second number. The
 * third number is for releases that store nothing new.
 */
export function isNewer(version: string): boolean {
  const [major = 0, minor = 0] = version.split('.').map(Number);
  const [ourMajor = 0, ourMinor = 0] = VERSION.split('.').map(Number);
  return major > ourMajor || (major === ourMajor && minor > ourMinor);
}
