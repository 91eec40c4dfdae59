import { startProduct } from './server'

/** One server for all journeys, ended when they are. */
export default async function setUp(): Promise<() => Promise<void>> {
  const { url, directory, stop } = await startProduct()
  process.env.LINTEL_E2E_URL = url
  process.env.LINTEL_E2E_DATA = directory
  return stop
}
