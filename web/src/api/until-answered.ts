import { isAway } from './away'

/**
 * Gives what is read as soon as there is an answer: while the server is away it is read again and again, so many milliseconds after each
 * attempt. Fails with what the server answers on purpose.
 */
export async function untilAnswered<Answer>(read: () => Promise<Answer>, pauseMs: number): Promise<Answer> {
  for (;;) {
    try {
      return await read()
    } catch (error) {
      if (!isAway(error)) throw error
      await new Promise((resolve) => setTimeout(resolve, pauseMs))
    }
  }
}
