import { isServerUnavailable } from './availability'

/** Retries a read every `pauseMs` ms while the server is unavailable. Fails with any other failure. */
export async function retryUntilAvailable<Answer>(read: () => Promise<Answer>, pauseMs: number): Promise<Answer> {
  for (;;) {
    try {
      return await read()
    } catch (error) {
      if (!isServerUnavailable(error)) throw error
      await new Promise((resolve) => setTimeout(resolve, pauseMs))
    }
  }
}
