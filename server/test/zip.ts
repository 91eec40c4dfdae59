import { crc32, deflateRawSync } from 'node:zlib'

/** A ZIP archive of these files. `size` overrides the uncompressed size in the headers. */
export function zipOf(parts: Record<string, string | Buffer>, { size }: { size?: number } = {}): Buffer {
  const locals: Buffer[] = []
  const central: Buffer[] = []
  let offset = 0
  for (const [name, content] of Object.entries(parts)) {
    const bytes = Buffer.from(content)
    const packed = deflateRawSync(bytes)
    const head = Buffer.alloc(26)
    head.writeUInt16LE(20, 0)
    head.writeUInt16LE(0x0800, 2)
    head.writeUInt16LE(8, 4)
    head.writeUInt32LE(crc32(bytes), 10)
    head.writeUInt32LE(packed.length, 14)
    head.writeUInt32LE(size ?? bytes.length, 18)
    head.writeUInt16LE(Buffer.byteLength(name), 22)
    const local = Buffer.concat([Buffer.from('PK\u0003\u0004'), head, Buffer.from(name), packed])
    const tail = Buffer.alloc(14)
    tail.writeUInt32LE(offset, 10)
    central.push(Buffer.concat([Buffer.from('PK\u0001\u0002'), Buffer.from([20, 0]), head, tail, Buffer.from(name)]))
    locals.push(local)
    offset += local.length
  }
  const directory = Buffer.concat(central)
  const end = Buffer.alloc(18)
  end.writeUInt16LE(central.length, 4)
  end.writeUInt16LE(central.length, 6)
  end.writeUInt32LE(directory.length, 8)
  end.writeUInt32LE(offset, 12)
  return Buffer.concat([...locals, directory, Buffer.from('PK\u0005\u0006'), end])
}
