/** The time zones that this browser knows, by IANA name; UTC, which no list of theirs has, comes first. */
export const timeZones = (): string[] => ['UTC', ...Intl.supportedValuesOf('timeZone').filter((zone) => zone !== 'UTC')]
