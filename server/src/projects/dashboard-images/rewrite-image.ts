import { Problem } from '@lintel/contract/problems'
import { maxImagePixels } from '@lintel/contract/projects/dashboard-images'
import { WorkGate } from '../../platform/work-gate'

/** Maximum width and height of a stored image, in pixels: more than the largest widget needs on a high-resolution screen. */
const maxSidePixels = 1_600

/** Rewriting an image takes some hundred megabytes of memory, so only one runs at a time. */
const gate = new WorkGate({ running: 1, waiting: 8, waitMs: 20_000 })

/** A rewritten image; sizes in pixels. */
export interface RewrittenImage {
  bytes: Buffer
  width: number
  height: number
}

/**
 * Re-encodes a PNG, JPEG or WebP image as WebP without metadata, upright, at most {@link maxSidePixels} a side, on separate threads. Throws
 * 422 `notAnImage`, `animatedImage` or `tooManyPixels`, and 503 `overloaded` when too many requests are waiting.
 */
export const rewriteImage = (file: Uint8Array): Promise<RewrittenImage> => gate.run(() => rewrite(Buffer.from(file)))

/** Loads the library with the first image; all readers except those of the three formats are blocked. */
const loadSharp = async () => {
  const { default: sharp } = await import('sharp')
  sharp.concurrency(1)
  sharp.cache(false)
  sharp.block({ operation: ['VipsForeignLoad'] })
  sharp.unblock({ operation: ['VipsForeignLoadJpegBuffer', 'VipsForeignLoadPngBuffer', 'VipsForeignLoadWebpBuffer'] })
  return sharp
}
let loading: ReturnType<typeof loadSharp> | undefined

async function rewrite(file: Buffer): Promise<RewrittenImage> {
  if (!isOfKnownFormat(file)) throw imageProblem('notAnImage')
  if (isAnimatedPng(file)) throw imageProblem('animatedImage')
  loading ??= loadSharp()
  const sharp = await loading
  try {
    const image = sharp(file, { limitInputPixels: maxImagePixels, failOn: 'truncated' })
    const { pages = 1, width, height } = await image.metadata()
    if (pages > 1) throw imageProblem('animatedImage')
    if (width * height > maxImagePixels) throw imageProblem('tooManyPixels')
    const { data, info } = await image
      .autoOrient()
      .resize({ width: maxSidePixels, height: maxSidePixels, fit: 'inside', withoutEnlargement: true })
      .webp({ quality: 88 })
      .timeout({ seconds: 20 })
      .toBuffer({ resolveWithObject: true })
    return { bytes: data, width: info.width, height: info.height }
  } catch (error) {
    if (error instanceof Problem) throw error
    // The library reports the reason in the error message only.
    throw imageProblem(error instanceof Error && error.message.includes('pixel limit') ? 'tooManyPixels' : 'notAnImage')
  }
}

const imageProblem = (code: 'notAnImage' | 'animatedImage' | 'tooManyPixels') => new Problem(code, { pointer: '/file' })

const startsWith = (file: Buffer, bytes: readonly number[], offset = 0) =>
  bytes.every((byte, index) => file[offset + index] === byte)

const ascii = (text: string) => [...Buffer.from(text, 'latin1')]

/** Whether the file starts with the signature of a PNG, JPEG or WebP, regardless of its name. */
const isOfKnownFormat = (file: Buffer): boolean =>
  startsWith(file, [0x89, ...ascii('PNG\r\n'), 0x1a, 0x0a]) ||
  startsWith(file, [0xff, 0xd8, 0xff]) ||
  (startsWith(file, ascii('RIFF')) && startsWith(file, ascii('WEBP'), 8))

/** Whether a PNG is animated (an `acTL` chunk before the image data), which the library does not report. */
function isAnimatedPng(file: Buffer): boolean {
  if (!startsWith(file, [0x89, ...ascii('PNG')])) return false
  for (let offset = 8; offset + 8 <= file.length; offset += 12 + file.readUInt32BE(offset)) {
    const type = file.toString('latin1', offset + 4, offset + 8)
    if (type === 'acTL') return true
    if (type === 'IDAT') return false
  }
  return false
}
