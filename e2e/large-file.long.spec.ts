import { test } from './fixtures'
import { planLargeFile } from './large-file'

test('fifty thousand rows are planned with progress and shown a windowful at a time', async ({ page }) => {
  test.setTimeout(900_000)
  await planLargeFile(page, 50_000, 600_000)
})
