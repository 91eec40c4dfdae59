import { CallFailure, isUnanswered } from './failure'

/** The server, or the way to it, is away for now: nothing came, or 502 to 504, which are a proxy's, and ours while it begins or ends. */
export const isAway = (error: unknown): boolean =>
  isUnanswered(error) || (error instanceof CallFailure && error.status >= 502 && error.status <= 504)

/** It was not refused and may pass without anybody doing anything: nothing came, or the server is in trouble. Nobody knows what became of what was sent. */
export const mayPass = (error: unknown): boolean =>
  isUnanswered(error) || (error instanceof CallFailure && error.status >= 500)
