import { fileURLToPath } from 'node:url'
import { gzipSync } from 'node:zlib'
import { build } from 'esbuild'

/** What any page made with these libraries ships: the libraries that the script imports, compressed, in kB. */
export const libraryKilobytes = async (contents: string): Promise<number> =>
  gzipSync(await bundled(contents)).length / 1_000

/** A script with the libraries that it imports, as small as it gets. */
export async function bundled(contents: string): Promise<Uint8Array> {
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
