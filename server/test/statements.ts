import pg from 'pg'

/**
 * What is sent to the database while `run` runs, as text, but for the request counts that are saved now and then. The world must
 * have no workers, who would ask in between.
 */
export async function statementsOf(run: () => Promise<unknown>): Promise<string[]> {
  const sent: string[] = []
  const { query } = pg.Client.prototype
  pg.Client.prototype.query = function (this: pg.Client, ...given: unknown[]) {
    const [asked] = given
    const text = typeof asked === 'string' ? asked : ((asked as { text?: string } | undefined)?.text ?? '')
    if (!text.includes('address_rate')) sent.push(text.replaceAll(/\s+/g, ' ').trim())
    return Reflect.apply(query, this, given)
  } as typeof query
  try {
    await run()
    return sent
  } finally {
    pg.Client.prototype.query = query
  }
}
