/** The codes as a text file that any editor of any system opens: a heading, one code a line. */
export const recoveryCodesFile = (heading: string, codes: readonly string[]): string =>
  `${[heading, '', ...codes].join('\r\n')}\r\n`
