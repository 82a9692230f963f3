/** A mistake in how the command was called: the message is enough, and the exit code is 2. */
export class UsageError extends Error {
  override readonly name = 'UsageError'
}
