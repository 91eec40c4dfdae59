/// <reference lib="dom" />
import { writeFile } from 'node:fs/promises'
import { uploadDashboardImage } from '@lintel/contract/projects/dashboard-images'
import { expect, type Locator, type Page } from '@playwright/test'
import sharp from 'sharp'
import { expectAccessible, expectFitsPhone, test } from './fixtures'
import { queryDatabase, signInByApi } from './people'

const project = 'Sandvika Town Square'

/** Drops a local file on an element, as a user who drags it there. */
async function dropFile(page: Page, target: Locator, path: string) {
  await target.scrollIntoViewIfNeeded()
  const box = await target.boundingBox()
  if (!box) throw new Error('There is nothing to drop a file on')
  const at = { x: box.x + box.width / 2, y: box.y + box.height / 2 }
  const devtools = await page.context().newCDPSession(page)
  const data = { items: [], files: [path], dragOperationsMask: 1 }
  for (const type of ['dragEnter', 'dragOver', 'drop'] as const)
    await devtools.send('Input.dispatchDragEvent', { type, ...at, data })
  await devtools.detach()
}

/** A single-color photograph with author metadata. */
const photo = (background: string) =>
  sharp({ create: { width: 900, height: 600, channels: 3, background } })
    .withExif({ IFD0: { Copyright: 'Secret Surveyor' } })
    .jpeg()
    .toBuffer()

/** The bytes of a displayed image, and the color of its center. */
async function readPicture(picture: Locator) {
  const address = (await picture.getAttribute('src')) ?? ''
  const bytes = Buffer.from(address.slice(address.indexOf(',') + 1), 'base64')
  const { dominant } = await sharp(bytes).stats()
  return { bytes, isRed: dominant.r > dominant.b + 100 }
}

test('an image is dropped, refused in plain words where it is none, pasted, undone, and seen on a phone', async ({
  page,
  server,
}, info) => {
  const stored = async () => {
    const rows = await queryDatabase(
      server,
      `select widget.image_id::text as image, image.object_key as key, image.media_type as type
       from dashboard_widget as widget join project on project.id = widget.project_id
       join dashboard_image as image on image.id = widget.image_id
       where project.name = $1 and widget.type_name = 'image'`,
      [project],
    )
    return rows[0]
  }
  await signInByApi(page, 'anna@nordbygg.example')
  await page.goto('/project-widgets?search=Sandvika')
  const card = page.getByRole('article', { name: project })
  const widget = card.getByRole('group', { name: 'Image' })
  const picture = widget.getByRole('img')
  await expect(picture).toBeVisible()
  const first = await stored()

  await page.getByRole('button', { name: 'Edit', exact: true }).click()
  await card.getByRole('button', { name: 'Edit Image' }).press('Enter')
  const file = widget.getByLabel('Image', { exact: true })
  await file.setInputFiles({ name: 'plan.png', mimeType: 'image/png', buffer: Buffer.from('<svg/>') })
  await expect(widget.getByText('This file is not a PNG, JPEG or WebP image that can be read.')).toBeVisible()
  await file.setInputFiles({ name: 'huge.jpg', mimeType: 'image/jpeg', buffer: Buffer.alloc(5_000_001) })
  await expect(widget.getByText('At most 5 MB.', { exact: true })).toBeVisible()
  const path = info.outputPath('site.jpg')
  await writeFile(path, await photo('#cc2200'))
  // OK is disabled during the upload, because it would store the previous image.
  let release = () => {}
  const released = new Promise<void>((resolve) => {
    release = resolve
  })
  const uploads = `**${uploadDashboardImage.path}`
  await page.route(uploads, async (route) => {
    await released
    await route.continue()
  })
  await dropFile(page, file, path)
  await expect(widget.getByText('site.jpg')).toBeVisible()
  await expect(widget.getByRole('progressbar', { name: 'Uploading …' })).toBeVisible()
  await expect(widget.getByRole('button', { name: 'OK', exact: true })).toBeDisabled()
  await expectAccessible(page)
  release()
  await expect(widget.getByRole('button', { name: 'OK', exact: true })).toBeEnabled()
  await page.unroute(uploads)
  await expect.poll(async () => (await readPicture(picture)).isRed).toBe(true)
  // A rejected or merely selected file is not stored yet.
  expect(await stored()).toEqual(first)
  await expectAccessible(page)
  await widget.getByRole('button', { name: 'OK', exact: true }).click()
  await expect.poll(async () => (await stored())?.image).not.toBe(first?.image)
  const second = await stored()
  expect(second?.type).toBe('image/webp')
  // The local file is shown until the stored image is loaded.
  await expect.poll(async () => (await sharp((await readPicture(picture)).bytes).metadata()).format).toBe('webp')
  const { bytes } = await readPicture(picture)
  expect(bytes.includes('Secret Surveyor')).toBe(false)

  await card.getByRole('button', { name: 'Edit Image' }).press('Enter')
  const pasted = (await photo('#0033cc')).toString('base64')
  await page.evaluate((encoded) => {
    const data = new DataTransfer()
    const content = Uint8Array.from(atob(encoded), (sign) => sign.charCodeAt(0))
    data.items.add(new File([content], 'pasted.jpg', { type: 'image/jpeg' }))
    document.dispatchEvent(new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true }))
  }, pasted)
  await expect.poll(async () => (await readPicture(picture)).isRed).toBe(false)
  await widget.getByRole('button', { name: 'OK', exact: true }).click()
  // Until the response arrives, the toast of the previous save is the last one that offers Undo.
  await expect(widget.getByRole('button', { name: 'OK' })).toHaveCount(0)
  await expect.poll(async () => (await stored())?.image).not.toBe(second?.image)

  await page.getByRole('button', { name: 'Undo', exact: true }).last().click()
  await expect.poll(stored).toEqual(second)
  await expect.poll(async () => (await readPicture(picture)).isRed).toBe(true)

  // The dashboard on a phone: read-only, with the stored image.
  await page.setViewportSize({ width: 360, height: 740 })
  await page.reload()
  await expect(picture).toBeVisible()
  expect((await readPicture(picture)).isRed).toBe(true)
  await expectFitsPhone(page)
})
