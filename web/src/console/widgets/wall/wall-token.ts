/**
 * The display token that the address of a wall brought, in memory until it is exchanged. The route fills it before the screen is
 * loaded, and what the route imports comes with every first screen: so there is nothing else here.
 */
export const wallToken: { held?: string | undefined } = {}
