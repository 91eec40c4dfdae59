/**
 * A reason not to start, as a message for the operator: `main` and the commands print it without a stack and exit with
 * code 1.
 */
export class StartRefused extends Error {
  override readonly name = 'StartRefused'
}

/** Translates a failed access to DATA_DIR to {@link StartRefused}; returns other errors unchanged. */
export function dataDirectoryError(error: unknown, dataDirectory: string): unknown {
  const { path, message } = error as NodeJS.ErrnoException
  if (!path?.startsWith(dataDirectory)) return error
  return new StartRefused(`DATA_DIR is ${dataDirectory}, where the server cannot keep its files: ${message}.`, {
    cause: error,
  })
}
