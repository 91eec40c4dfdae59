import { type AccessMatrix, accessMatrix } from '@lintel/contract/people/access-matrix'
import type { Browser, BrowserContext } from '@playwright/test'
import { demoPassword } from '../server/demo/credentials'
import { loadLargeCustomer } from '../server/demo/large-customer'
import type { LargeCustomer } from '../server/demo/teams'
import type { ServerProcess } from '../server/test/server-process'
import { startBrowser } from './browser'
import { openBenchDatabase } from './database'
import { bearerOf, createProductSandbox } from './product-sandbox'
import { type MeasuredPage, openMeasurement } from './scroll-frames'

/** The product with the large customer, and a browser in which its administrator is signed in. */
export interface LargeGrid {
  product: ServerProcess
  databaseUrl: string
  customer: string
  bearer: { authorization: string }
  /** URL of the access matrix, and its content. */
  matrixUrl: string
  matrix: AccessMatrix
  browser: Browser
  context: BrowserContext
  close(): Promise<void>
}

const defaultSize = { users: 10_000, projects: 1_000, memberships: 200_000, seed: 1 }

/** Starts the built product with a customer of this size, by default 10,000 users x 1,000 projects x 200,000 memberships, and signs in. */
export async function openLargeGrid(size: LargeCustomer = defaultSize): Promise<LargeGrid> {
  const database = await openBenchDatabase({ durable: false })
  const { customer, administrator } = await loadLargeCustomer(database.db, size, Date.now(), () => undefined)
  const sandbox = createProductSandbox({ DATABASE_URL: database.url })
  const product = await sandbox.start()
  await product.ready()
  const bearer = await bearerOf(product.origin, administrator)
  const matrixUrl = `${product.origin}/mgw/api/v3/customers/${customer}/access-matrix`
  const answered = await fetch(matrixUrl, { headers: bearer })
  if (!answered.ok) throw new Error(`The access matrix was not answered: ${answered.status} ${await answered.text()}`)
  const matrix = accessMatrix.parse(await answered.json())
  const browser = await startBrowser()
  const context = await browser.newContext({ locale: 'en-GB', viewport: { width: 1_600, height: 900 } })
  // The compiler inserts a helper that names functions, also into those evaluated in the page.
  await context.addInitScript({ content: 'globalThis.__name = (named) => named' })
  const page = await context.newPage()
  await page.goto(`${product.origin}/login`)
  await page.getByLabel('Email').fill(administrator)
  await page.getByLabel('Password', { exact: true }).fill(demoPassword)
  await page.keyboard.press('Enter')
  await page.locator('#content').waitFor()
  await page.close()
  return {
    ...{ product, customer, bearer, matrixUrl, matrix, browser, context },
    databaseUrl: database.url,
    async close() {
      await browser.close()
      await product.end('SIGTERM')
      sandbox.remove()
      await database.close()
    },
  }
}

/** Opens the users of the large customer and waits until they are complete; `body` replaces the response with the access matrix. */
export async function openUsers({ context, product }: LargeGrid, body?: string): Promise<MeasuredPage> {
  const page = await context.newPage()
  if (body !== undefined)
    await page.route('**/access-matrix', (route) => route.fulfill({ contentType: 'application/json', body }))
  await page.goto(`${product.origin}/users`)
  await page.locator('[role=grid] [data-row]').first().waitFor()
  return openMeasurement(page)
}
