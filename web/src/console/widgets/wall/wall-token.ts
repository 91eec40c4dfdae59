/**
 * The display token from the URL of a wall, in memory until it is exchanged for a cookie. The route sets it before the screen is loaded;
 * nothing else belongs here, because imports of the route are part of every first load.
 */
export const wallToken: { value?: string | undefined } = {}
