/**
 * Ends an attempt that could not go on now, which is no failure: the server stops, or another job holds a lock. The job is due again after
 * `seconds`.
 */
export class JobPostponed extends Error {
  override readonly name = 'JobPostponed'

  constructor(
    message: string,
    readonly seconds: number,
  ) {
    super(message)
  }
}

/** Throws {@link JobPostponed} when the signal of a stopping server is aborted. */
export function assertNotStopping(signal: AbortSignal): void {
  if (signal.aborted) throw new JobPostponed('The server stops', 0)
}
