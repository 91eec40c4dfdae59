import { createHash } from 'node:crypto'
import { Readable } from 'node:stream'
import type { ObjectStore } from '../../src/platform/objects/object-store'
import { pdfSheet } from './pdf'
import { pngPicture } from './picture'

/** A file of the demo world; many documents share it. */
export interface DemoFile {
  /** The key in the object store: the same on every machine. */
  key: string
  bytes: Buffer
  sha256: string
  mediaType: string
}

function file(bytes: Buffer, mediaType: string): DemoFile {
  const sha256 = createHash('sha256').update(bytes).digest('hex')
  return { key: sha256.slice(0, 32), bytes, sha256, mediaType }
}

const sheet = (title: string, ...lines: string[]) => file(pdfSheet(title, lines), 'application/pdf')
const picture = (...colours: Parameters<typeof pngPicture>) => file(pngPicture(...colours), 'image/png')

/** The files of the demo world by their subject: small, but valid. */
export const demoFiles = {
  plan: sheet('Floor plan', 'Scale 1:100', 'Dimensions in millimetres', 'Levels above the finished floor of level 1'),
  section: sheet('Section A-A', 'Scale 1:50', 'Fire class of walls as in the fire strategy'),
  detail: sheet('Detail of a fire seal', 'Scale 1:5', 'Sealed on both sides, labelled with date and product'),
  safety: sheet('Safety plan', 'Escape routes, first aid, assembly point', 'Valid until the next revision'),
  minutes: sheet('Minutes of the site meeting', '1 Progress', '2 Safety', '3 Open questions', '4 Next meeting'),
  approval: sheet('Declaration of performance', 'Intumescent sealant', 'EI 60 in walls, EI 90 in floors'),
  north: picture([150, 186, 220], [196, 160, 128]),
  south: picture([196, 206, 214], [150, 156, 160]),
  dusk: picture([178, 132, 140], [104, 92, 108]),
} satisfies Record<string, DemoFile>

/** Stores the bytes of the demo world's documents; call it before the rows that refer to them are inserted. */
export async function storeDemoFiles(store: ObjectStore): Promise<void> {
  for (const { key, bytes } of Object.values(demoFiles)) await store.put(key, Readable.from([bytes]))
}
