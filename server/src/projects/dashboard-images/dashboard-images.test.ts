import { randomBytes } from 'node:crypto'
import { rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { crc32, deflateSync } from 'node:zlib'
import { changeSets, undoChangeSet } from '@lintel/contract/people/change-sets'
import { dashboardWidgets } from '@lintel/contract/projects/dashboard-widgets'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { customerId } from '../../../demo/customers'
import { projectId } from '../../../demo/projects'
import { multipartForm } from '../../../test/multipart-form'
import { world } from '../../../test/world'
import { sweepObjectsJob } from '../../content/objects/sweep-objects'
import { openObjectStore } from '../../platform/objects/open-object-store'

const { as, db, platform } = await world()
const harbour = projectId('NB-2041')
const store = openObjectStore(platform.configuration)

const upload = (file: Uint8Array, who = 'astrid', project = harbour) =>
  as(who).inject({ method: 'POST', url: '/mgw/api/v3/dashboard-images', ...multipartForm({ project, file }) })
const read = (id: string, who = 'astrid') =>
  as(who).inject({ method: 'GET', url: `/mgw/api/v3/dashboard-images/${id}/content` })
const codeOf = (answer: { statusCode: number; json(): { errors: { code: string }[] } }) => [
  answer.statusCode,
  answer.json().errors[0]?.code,
]
const imagesKept = () => db.selectFrom('dashboard_image').select(['id', 'object_key']).execute()
const keysKept = async () => {
  const keys: string[] = []
  for await (const { key } of store.list()) keys.push(key)
  return keys.sort()
}

/** Sweeps when every image was uploaded some hours ago. */
async function sweepWhenOld(): Promise<void> {
  const created_at = new Date(platform.clock() - 7 * 3_600_000).toISOString()
  await db.updateTable('dashboard_image').set({ created_at }).execute()
  const job = { id: 'sweep', attempt: 1, customer: null }
  await sweepObjectsJob.run({ platform, payload: {}, job, signal: new AbortController().signal })
}

/** A picture with a red upper half, stored sideways with an EXIF orientation and a GPS position. */
const photo = (width = 60, height = 40) =>
  sharp({ create: { width, height, channels: 3, background: '#0044cc' } })
    .composite([
      {
        input: { create: { width, height: height / 2, channels: 3, background: '#cc0000' } },
        gravity: 'north',
      },
    ])
    .withExif({ IFD0: { Copyright: 'Secret Surveyor' }, IFD3: { GPSLatitude: '59/1 54/1 0/1' } })
    .withMetadata({ orientation: 6 })

const chunk = (type: string, data: Buffer) => {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data])
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)]
  length.writeUInt32BE(data.length)
  sum.writeUInt32BE(crc32(body))
  return Buffer.concat([length, body, sum])
}
/** A handmade PNG: one shade of grey, `width` by `height`, with chunks before its image data. */
function png(width: number, height: number, before: Buffer[] = []): Buffer {
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  header[8] = 1
  const rows = deflateSync(Buffer.alloc(height * (1 + Math.ceil(width / 8))))
  const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])
  return Buffer.concat([
    signature,
    chunk('IHDR', header),
    ...before,
    chunk('IDAT', rows),
    chunk('IEND', Buffer.alloc(0)),
  ])
}

test('an image is stored upright as WebP without what its file said of the camera, and shown by a widget', async () => {
  for (const format of ['jpeg', 'png', 'webp'] as const) {
    const file = await photo()[format]().toBuffer()
    expect(file.includes('Secret Surveyor')).toBe(true)
    const answer = await upload(file)
    expect(answer.statusCode).toBe(201)
    const { id, width, height } = answer.json()
    // Rotated upright: 60 by 40 becomes 40 by 60, and the upper half is on the right.
    expect([width, height]).toEqual([40, 60])
    const shownImage = await read(id)
    expect([shownImage.statusCode, shownImage.headers['content-type']]).toEqual([200, 'image/webp'])
    expect(shownImage.headers['x-content-type-options']).toBe('nosniff')
    expect(shownImage.rawPayload.includes('Secret Surveyor')).toBe(false)
    const { exif, icc, xmp, orientation, format: stored } = await sharp(shownImage.rawPayload).metadata()
    expect({ exif, icc, xmp, orientation, stored }).toEqual({ stored: 'webp' })
    const { dominant } = await sharp(shownImage.rawPayload)
      .extract({ left: 25, top: 10, width: 10, height: 30 })
      .stats()
    expect(dominant.r).toBeGreaterThan(dominant.b)
    const widget = await as('astrid').post(dashboardWidgets, {
      project: harbour,
      typeName: 'image',
      image: id,
    } as never)
    expect(await as('astrid').get(dashboardWidgets, widget.id)).toMatchObject({ image: id })
    const uploadEvents = db.selectFrom('audit_event').select('after').where('action', '=', 'dashboard-images.upload')
    expect(JSON.stringify(await uploadEvents.execute())).toContain(id)
  }
})

test('a large image becomes one of 1,600 pixels', async () => {
  const file = await sharp(randomBytes(3 * 4_000 * 300), { raw: { width: 4_000, height: 300, channels: 3 } })
    .jpeg({ quality: 40 })
    .toBuffer()
  expect((await upload(file)).json()).toMatchObject({ width: 1_600, height: 120 })
})

test('while an image is being written anew the server answers others', async () => {
  let meanwhile = 0
  // On a fast machine an image may be finished between two checks; blocking would delay every one.
  for (let uploads = 0; uploads < 5 && meanwhile < 5; uploads += 1) {
    let isAnswered = false
    const uploading = upload(png(8_000, 4_800)).finally(() => {
      isAnswered = true
    })
    while (!isAnswered) {
      const healthy = await as('astrid').inject({ method: 'GET', url: '/healthz' })
      expect(healthy.statusCode).toBe(200)
      // The library is working right now without blocking the event loop.
      if (sharp.counters().process > 0) meanwhile += 1
    }
    expect((await uploading).json()).toMatchObject({ width: 1_600, height: 960 })
  }
  expect(meanwhile).toBeGreaterThanOrEqual(5)
})

test('what is no image, animated, of too many pixels or too large is refused by a code of its own, and nothing is kept', async () => {
  expect((await upload(png(8, 8))).statusCode).toBe(201)
  const [rows, keys] = [await imagesKept(), await keysKept()]
  const svg = Buffer.from(
    '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><script>alert(1)</script></svg>',
  )
  const frames = await sharp(randomBytes(3 * 20 * 40), { raw: { width: 20, height: 40, channels: 3, pageHeight: 20 } })
    .webp({ loop: 0, delay: [100, 100] })
    .toBuffer()
  const gif = await sharp(randomBytes(300), { raw: { width: 10, height: 10, channels: 3 } })
    .gif()
    .toBuffer()
  const tiff = await sharp(randomBytes(300), { raw: { width: 10, height: 10, channels: 3 } })
    .tiff()
    .toBuffer()
  const jpeg = await photo().jpeg().toBuffer()
  const animated = Buffer.alloc(8)
  animated.writeUInt32BE(2)
  for (const [name, file, expected] of [
    ['a text', Buffer.from('%PDF-1.7 no picture'), [422, 'notAnImage']],
    ['an SVG', svg, [422, 'notAnImage']],
    ['a GIF', gif, [422, 'notAnImage']],
    ['a TIFF', tiff, [422, 'notAnImage']],
    ['half a JPEG', jpeg.subarray(0, jpeg.length / 2), [422, 'notAnImage']],
    ['a signature alone', Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]), [422, 'notAnImage']],
    ['a WebP of two frames', frames, [422, 'animatedImage']],
    ['an animated PNG', png(8, 8, [chunk('acTL', animated)]), [422, 'animatedImage']],
    ['50 megapixels in 10 kB', png(10_000, 5_000), [422, 'tooManyPixels']],
    ['nothing', Buffer.alloc(0), [422, 'notAnImage']],
    ['more than 5 MB', Buffer.concat([png(8, 8), Buffer.alloc(5_000_000)]), [413, 'tooLarge']],
    ['far more', Buffer.alloc(6_000_000), [413, 'tooLarge']],
  ] as const) {
    expect([name, codeOf(await upload(file))]).toEqual([name, expected])
  }
  expect(await imagesKept()).toEqual(rows)
  expect(await keysKept()).toEqual(keys)
})

test('a file that is an image and something else is an image alone afterwards', async () => {
  const page = Buffer.from('<html><script>alert(document.cookie)</script></html>')
  const archive = Buffer.from('PK\u0003\u0004 and the rest of an archive')
  const answer = await upload(Buffer.concat([png(16, 16, [chunk('tEXt', page)]), page, archive]))
  const { rawPayload } = await read(answer.json().id)
  expect(rawPayload.subarray(8, 12).toString()).toBe('WEBP')
  for (const left of ['script', 'PK\u0003\u0004']) expect(rawPayload.includes(left)).toBe(false)
})

test('an image that no widget shows goes after some hours, one that an undo would show stays', async () => {
  const file = png(8, 8)
  const { id: unusedImage } = (await upload(file)).json()
  const { id: shownImage } = (await upload(file)).json()
  await as('astrid').post(dashboardWidgets, { project: harbour, typeName: 'image', image: shownImage } as never)
  await sweepWhenOld()
  const storedIds = (await imagesKept()).map(({ id }) => id)
  expect(storedIds).toContain(shownImage)
  expect(storedIds).not.toContain(unusedImage)
  expect((await read(unusedImage)).statusCode).toBe(404)
})

test('an image that a redo would show stays, and is shown again', async () => {
  const { id: image } = (await upload(png(8, 8))).json()
  const apply = (input: object) =>
    as('astrid').post(changeSets, {
      ...{ kind: 'dashboard-widgets', customer: customerId('nordbygg'), apply: 'whenClean' },
      input: { project: harbour, ...input },
    } as never)
  const before = await as('astrid').list(dashboardWidgets, { filter: { project: harbour }, page: { size: 100 } })
  const shown = before.map(({ id, typeName, size, dataIds, image }) => ({ id, typeName, size, dataIds, image }))
  const { id } = await apply({ widgets: [...shown, { typeName: 'image', image }] })
  await as('astrid').call(undoChangeSet, { parameters: { id }, body: { partial: false } })
  await sweepWhenOld()
  expect(await apply({ again: id })).toMatchObject({ state: 'applied' })
  expect((await read(image)).statusCode).toBe(200)
})

test('while the store is away, uploads and shown images are 503 and nothing is half done', async () => {
  const objects = join(platform.configuration.dataDirectory, 'objects')
  const { id } = (await upload(png(8, 8))).json()
  const shownImage = (await read(id)).rawPayload
  const uploads = () =>
    db.selectFrom('audit_event').select('id').where('action', '=', 'dashboard-images.upload').execute()
  const before = [await imagesKept(), await keysKept(), await uploads()]
  await rename(objects, `${objects}.away`)
  await writeFile(objects, 'a file where the folder was')
  for (const away of [await upload(png(8, 8)), await read(id)]) {
    expect([...codeOf(away), away.headers['retry-after']]).toEqual([503, 'objectStoreAway', '30'])
  }
  await rm(objects)
  await rename(`${objects}.away`, objects)
  expect([await imagesKept(), await keysKept(), await uploads()]).toEqual(before)
  expect((await read(id)).rawPayload.equals(shownImage)).toBe(true)
  expect((await upload(png(8, 8))).statusCode).toBe(201)
})

test('G2: images are uploaded by administrators and read by who reads the dashboard; to others they do not exist', async () => {
  const { id } = (await upload(png(8, 8))).json()
  expect((await read(id, 'astrid')).statusCode).toBe(200)
  expect((await read(id, 'gro@fjellbane.example')).statusCode).toBe(404)
  expect(codeOf(await upload(png(8, 8), 'gro@fjellbane.example'))).toEqual([422, 'unknownReference'])
  const foreign = db.selectFrom('dashboard_image').select('id').where('customer_id', '!=', customerId('nordbygg'))
  expect(await foreign.execute()).toEqual([])
})
