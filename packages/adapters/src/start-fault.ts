/**
 * A reason why the product cannot start that its operator can understand and mend.
 * `message` is one sentence for the operator; show it alone, without a stack trace.
 */
export class StartFault extends Error {
  override readonly name = 'StartFault';
}
