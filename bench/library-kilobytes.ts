import { fileURLToPath } from 'node:url'
import { gzipSync } from 'node:zlib'
import { build } from 'esbuild'

/** What any page made with these libraries ships: the libraries that the script imports, compressed, in kB. */
export async function libraryKilobytes(contents: string): Promise<number> {
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
  return gzipSync(outputFiles[0]?.contents ?? '').length / 1_000
}
