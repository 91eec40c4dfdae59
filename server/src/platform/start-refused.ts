/**
 * A reason not to start, said in one plain sentence for the person at the terminal: `main` and the commands print
 * the message without a stack and exit with code 1.
 */
export class StartRefused extends Error {
  override readonly name = 'StartRefused'
}

/** What to throw where the system did not let us use a file in DATA_DIR: the refusal; any other error stays as it is. */
export function refusalOfDataDirectory(error: unknown, dataDirectory: string): unknown {
  const { path, message } = error as NodeJS.ErrnoException
  if (!path?.startsWith(dataDirectory)) return error
  return new StartRefused(`DATA_DIR is ${dataDirectory}, where the server cannot keep its files: ${message}.`, {
    cause: error,
  })
}
