import { crc32, deflateSync } from 'node:zlib'

type Colour = readonly [number, number, number]

/** In pixels. */
export const pictureSize = { width: 320, height: 200 }

/** A picture of a building against the sky, as a PNG of 320 by 200 pixels; the colours distinguish the pictures. */
export function pngPicture(sky: Colour, wall: Colour): Buffer {
  const { width, height } = pictureSize
  const rows = Buffer.alloc(height * (1 + width * 3))
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const colour = pixel(x, y, sky, wall)
      colour.forEach((value, at) => {
        rows[y * (1 + width * 3) + 1 + x * 3 + at] = value
      })
    }
  }
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  header.set([8, 2, 0, 0, 0], 8)
  return Buffer.concat([
    Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
    chunk('IHDR', header),
    chunk('IDAT', deflateSync(rows)),
    chunk('IEND', Buffer.alloc(0)),
  ])
}

const window: Colour = [60, 72, 96]
const ground: Colour = [122, 110, 92]

function pixel(x: number, y: number, sky: Colour, wall: Colour): Colour {
  if (y > 170) return ground
  const isBuilding = x > 60 && x < 260 && y > 40
  if (!isBuilding) return [sky[0] + Math.floor(y / 8), sky[1] + Math.floor(y / 8), sky[2]]
  return (x - 60) % 28 > 10 && (y - 40) % 30 > 12 ? window : wall
}

function chunk(type: string, data: Buffer): Buffer {
  const named = Buffer.concat([Buffer.from(type, 'ascii'), data])
  const length = Buffer.alloc(4)
  length.writeUInt32BE(data.length)
  const check = Buffer.alloc(4)
  check.writeUInt32BE(crc32(named))
  return Buffer.concat([length, named, check])
}
