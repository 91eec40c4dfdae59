/** How far the clock of this computer may be behind the server's, in ms. */
const maxClockLagMs = 5 * 60_000

/**
 * Whether an invitation waits for its turn: many at once are sent one after the other, over hours or days. One whose time has come by the
 * server's clock was sent.
 */
export const isSentLater = (sentAt: string): boolean => Date.parse(sentAt) - Date.now() > maxClockLagMs
