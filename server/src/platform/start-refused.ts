/**
 * A reason not to start, said in one plain sentence for the person at the terminal: `main` and the commands print
 * the message without a stack and exit with code 1.
 */
export class StartRefused extends Error {
  override readonly name = 'StartRefused'
}
