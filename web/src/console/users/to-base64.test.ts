import { expect, test } from 'vitest'
import { toBase64 } from './to-base64'

test('bytes of any length and value come back from base64 as they were', () => {
  for (const length of [0, 1, 2, 3, 32_767, 32_768, 32_769, 100_000]) {
    const bytes = Uint8Array.from({ length }, (_, at) => (at * 7) % 256)
    expect(Buffer.from(toBase64(bytes), 'base64').equals(bytes)).toBe(true)
  }
})
