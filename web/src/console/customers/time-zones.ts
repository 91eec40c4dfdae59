/** IANA names of the time zones that this browser supports. UTC comes first, because browsers leave it out of their list. */
export const timeZones = (): string[] => ['UTC', ...Intl.supportedValuesOf('timeZone').filter((zone) => zone !== 'UTC')]
