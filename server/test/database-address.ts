/** The connection URL for another database of the same server and role. */
export function onDatabase(url: string, database: string): string {
  const address = new URL(url)
  address.pathname = `/${database}`
  return address.href
}
