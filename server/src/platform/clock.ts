/** Tells the time; tests hand in their own. Instants are milliseconds since 1970, as `Date.now()`. */
export type Clock = () => number

/** The time as RFC 3339 in UTC. */
export const instantOf = (milliseconds: number): string => new Date(milliseconds).toISOString()
