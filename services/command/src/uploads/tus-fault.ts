/** What only the upload protocol can answer: status and the text a person reads. */
const faults = {
  'upload/tus-version': [412, 'Send Tus-Resumable: 1.0.0'],
  'upload/bad-header': [400, 'The request cannot be read'],
  'upload/body-type': [415, 'Send application/offset+octet-stream'],
  'upload/offset-conflict': [409, 'The upload stands at another offset'],
  'upload/ended': [410, 'The upload was ended'],
  'upload/locked': [423, 'Another request is sending this upload'],
  'upload/checksum-mismatch': [460, 'The bytes do not fit their checksum'],
  'upload/too-slow': [408, 'The upload is too slow'],
  'upload/interrupted': [503, 'The upload was interrupted; go on with it in a moment'],
} as const satisfies Record<string, readonly [status: number, text: string]>;

export type TusFaultCode = keyof typeof faults;

/** A refusal that means something to a tus client only; `upload/bad-header` says which in `detail`. */
export class TusFault extends Error {
  constructor(
    readonly code: TusFaultCode,
    readonly detail: string = faults[code][1],
  ) {
    super(detail);
  }
  get statusCode(): number {
    return faults[this.code][0];
  }
  /** Whether it is the connection that is given up, so that its rest is not worth waiting for. */
  get endsConnection(): boolean {
    return this.code === 'upload/too-slow' || this.code === 'upload/interrupted';
  }
}

export const badHeader = (header: string): TusFault =>
  new TusFault('upload/bad-header', `${header} cannot be read`);
