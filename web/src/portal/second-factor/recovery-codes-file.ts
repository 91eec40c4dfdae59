/** The codes as a text file with CRLF line ends for every editor: a heading, then one code per line. */
export const recoveryCodesFile = (heading: string, codes: readonly string[]): string =>
  `${[heading, '', ...codes].join('\r\n')}\r\n`
