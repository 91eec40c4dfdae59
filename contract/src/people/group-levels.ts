/** Maximum levels of groups above a group of a directory. */
export const maxGroupLevels = 50
