const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'
const crockford = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'

/** Bytes in base 32 (RFC 4648), without padding. */
export const toBase32 = (bytes: Buffer): string => encode(bytes, alphabet)

/** Bytes in Crockford's base 32: digits, and letters without I, L, O and U. */
export const toCrockford32 = (bytes: Buffer): string => encode(bytes, crockford)

function encode(bytes: Buffer, alphabet: string): string {
  let text = ''
  let bits = 0
  let buffer = 0
  for (const byte of bytes) {
    buffer = (buffer << 8) | byte
    for (bits += 8; bits >= 5; bits -= 5) text += alphabet[(buffer >> (bits - 5)) & 31]
    buffer &= (1 << bits) - 1
  }
  return bits > 0 ? text + alphabet[(buffer << (5 - bits)) & 31] : text
}

/** Decodes base 32 (RFC 4648) without padding. */
export function fromBase32(text: string): Buffer {
  const bytes: number[] = []
  let bits = 0
  let buffer = 0
  for (const character of text) {
    buffer = (buffer << 5) | alphabet.indexOf(character)
    bits += 5
    if (bits < 8) continue
    bits -= 8
    bytes.push((buffer >> bits) & 255)
    buffer &= (1 << bits) - 1
  }
  return Buffer.from(bytes)
}
