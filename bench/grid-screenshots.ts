import { type LargeGrid, openUsers } from './large-grid'

const sizes = { wide: { width: 1_280, height: 800 }, phone: { width: 360, height: 740 } }

/** Screenshots of the large customer's users for the documentation: the grid, and the list on a phone; light and dark. */
export async function takeGridScreenshots(large: LargeGrid): Promise<void> {
  const { page } = await openUsers(large)
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
    for (const [size, viewport] of Object.entries(sizes)) {
      await page.setViewportSize(viewport)
      await page
        .locator(size === 'phone' ? 'main li' : '[role=grid] [data-role]')
        .first()
        .waitFor()
      await page.screenshot({ path: `docs/pictures/users-large-${colorScheme}-${size}.png` })
    }
  }
  await page.close()
}
