import path from 'node:path'
import { type PluginItem, transformAsync } from '@babel/core'
import { getConfig } from '@lingui/conf'
import type { Plugin } from 'vite'

const source = /\/web\/src\/[^?]+\.tsx?(\?tsr-split.*)?$/
const linguiConfig = getConfig({ cwd: path.join(import.meta.dirname, '..') })
const macro = /@lingui\/(core|react)\/macro/

/**
 * Runs Lingui's macros over our sources and the React Compiler over components and hooks. TypeScript and JSX pass
 * through untouched, since Vite strips them much faster. (`@rolldown/plugin-babel` would do but needs Node 22.) Code
 * that the compiler cannot optimise fails the build unless it says `use no memo` with the reason: skipped silently, a
 * grid once re-rendered all its rows on every scroll event.
 */
export const macros = ({ compile }: { compile: boolean }): Plugin => ({
  name: 'lintel-macros',
  enforce: 'pre',
  async transform(code, id) {
    if (!source.test(id)) return null
    const [file = id] = id.split('?')
    const isComponent = file.endsWith('x')
    const plugins: PluginItem[] = []
    if (macro.test(code)) plugins.push(['@lingui/babel-plugin-lingui-macro', { linguiConfig }])
    if (compile && (isComponent || /\/use-[^/]+$/.test(file)))
      plugins.push(['babel-plugin-react-compiler', { target: '19', panicThreshold: 'all_errors' }])
    if (plugins.length === 0) return null
    const result = await transformAsync(code, {
      filename: file,
      babelrc: false,
      configFile: false,
      sourceMaps: true,
      parserOpts: { plugins: isComponent ? ['typescript', 'jsx'] : ['typescript'] },
      plugins,
    })
    return result?.code == null ? null : { code: result.code, map: result.map ?? null }
  },
})
