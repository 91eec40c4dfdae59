import { fileURLToPath } from 'node:url'
import { gzipSync } from 'node:zlib'
import { build } from 'esbuild'

/** Size of the libraries imported by a script, which any page using them ships: minified and compressed, in kB. */
export const libraryKilobytes = async (contents: string): Promise<number> =>
  gzipSync(await bundle(contents)).length / 1_000

/** Bundles a script with its imports, minified. */
export async function bundle(contents: string): Promise<Uint8Array> {
  const { outputFiles } = await build({
    stdin: {
      contents,
      resolveDir: fileURLToPath(new URL('../web', import.meta.url)),
    },
    bundle: true,
    minify: true,
    write: false,
    format: 'esm',
    define: { 'process.env.NODE_ENV': '"production"' },
  })
  return outputFiles[0]?.contents ?? new Uint8Array()
}
