import { Problem } from '@lintel/contract/problems'
import { mostPixels } from '@lintel/contract/projects/dashboard-images'
import { WorkGate } from '../../platform/work-gate'

/** The longest side of what is stored, in pixels: more than a widget of the largest size shows on a fine screen. */
const longestSide = 1_600

/** An image takes some hundred megabytes while it is written anew: one at a time. */
const gate = new WorkGate({ running: 1, waiting: 8, waitMs: 20_000 })

/** An image as it is stored; sizes in pixels. */
export interface WrittenImage {
  bytes: Buffer
  width: number
  height: number
}

/**
 * Writes a PNG, JPEG or WebP image anew, so that nothing but its picture is left of the file: upright, at most
 * {@link longestSide} a side, without metadata. Works on threads of its own. Throws 422 `notAnImage`, `animatedImage` or `tooManyPixels`, and 503
 * `overloaded` when too many wait.
 */
export const rewriteImage = (file: Uint8Array): Promise<WrittenImage> => gate.run(() => rewrite(Buffer.from(file)))

/** The library, loaded with the first image: every reader is closed but those of the three formats. */
const loadSharp = async () => {
  const { default: sharp } = await import('sharp')
  sharp.concurrency(1)
  sharp.cache(false)
  sharp.block({ operation: ['VipsForeignLoad'] })
  sharp.unblock({ operation: ['VipsForeignLoadJpegBuffer', 'VipsForeignLoadPngBuffer', 'VipsForeignLoadWebpBuffer'] })
  return sharp
}
let loading: ReturnType<typeof loadSharp> | undefined

async function rewrite(file: Buffer): Promise<WrittenImage> {
  if (!isOfKnownFormat(file)) throw refused('notAnImage')
  if (isAnimatedPng(file)) throw refused('animatedImage')
  loading ??= loadSharp()
  const sharp = await loading
  try {
    const image = sharp(file, { limitInputPixels: mostPixels, failOn: 'truncated' })
    const { pages = 1, width, height } = await image.metadata()
    if (pages > 1) throw refused('animatedImage')
    if (width * height > mostPixels) throw refused('tooManyPixels')
    const { data, info } = await image
      .autoOrient()
      .resize({ width: longestSide, height: longestSide, fit: 'inside', withoutEnlargement: true })
      .webp({ quality: 88 })
      .timeout({ seconds: 20 })
      .toBuffer({ resolveWithObject: true })
    return { bytes: data, width: info.width, height: info.height }
  } catch (error) {
    if (error instanceof Problem) throw error
    // The library says what is wrong by words alone.
    throw refused(error instanceof Error && error.message.includes('pixel limit') ? 'tooManyPixels' : 'notAnImage')
  }
}

const refused = (code: 'notAnImage' | 'animatedImage' | 'tooManyPixels') => new Problem(code, { pointer: '/file' })

const startsWith = (file: Buffer, bytes: readonly number[], at = 0) =>
  bytes.every((byte, place) => file[at + place] === byte)

const ascii = (text: string) => [...Buffer.from(text, 'latin1')]

/** Whether the file begins as a PNG, JPEG or WebP does: whatever a file is called, no other reader sees it. */
const isOfKnownFormat = (file: Buffer): boolean =>
  startsWith(file, [0x89, ...ascii('PNG\r\n'), 0x1a, 0x0a]) ||
  startsWith(file, [0xff, 0xd8, 0xff]) ||
  (startsWith(file, ascii('RIFF')) && startsWith(file, ascii('WEBP'), 8))

/** Whether a PNG says that it is animated (`acTL` before the picture), which its reader does not tell. */
function isAnimatedPng(file: Buffer): boolean {
  if (!startsWith(file, [0x89, ...ascii('PNG')])) return false
  for (let at = 8; at + 8 <= file.length; at += 12 + file.readUInt32BE(at)) {
    const type = file.toString('latin1', at + 4, at + 8)
    if (type === 'acTL') return true
    if (type === 'IDAT') return false
  }
  return false
}
