/** Bytes at a time: as many arguments as every browser lets a function have. */
const piece = 32_768

/** Bytes as base64, as a change set takes a file. */
export function toBase64(bytes: Uint8Array): string {
  let text = ''
  for (let at = 0; at < bytes.length; at += piece) text += String.fromCharCode(...bytes.subarray(at, at + piece))
  return btoa(text)
}
