import path from 'node:path'
import { lingui } from '@lingui/vite-plugin'
import { tanstackRouter } from '@tanstack/router-plugin/vite'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { catalogParts } from './build/catalog-parts'
import { chunkGroups, firstPageChunks } from './build/chunk-groups'
import { scopedClassName } from './build/class-names'
import { writeDocuments } from './build/documents'
import { importHelper } from './build/import-helper'
import { macros } from './build/macros'
import { screens } from './build/screen-media'

const here = import.meta.dirname
const gateway = process.env.LINTEL_GATEWAY ?? 'http://127.0.0.1:8080'

/** 42 bits of what is in a file. Every first screen lists the files that may follow, and none of these letters can be compressed. */
const shortHash = '[hash:7]'

/** Catalogs carry their language in the name: the sign-in documents ask for theirs at once. */
const nameChunk = ({ facadeModuleId }: { facadeModuleId?: string | null }) => {
  const [, locale, catalog, part] = facadeModuleId?.match(/\/locales\/(\w+)\/([\w-]+)\.po(?:\?(\w+))?$/) ?? []
  return locale ? `assets/${part ?? catalog}.${locale}-${shortHash}.js` : `assets/[name]-${shortHash}.js`
}

/** Lists that are read page by page, and many queries at once: the first screen has neither. */
const manyQueries = /\/(queriesObserver|infiniteQueryObserver|useQueries|useInfiniteQuery)\.js$/

/** What is needed together comes together: many small files compress worse, and cost a request each. */
const libraries = [
  { name: 'react', test: /node_modules\/(react|react-dom|scheduler|@lingui)\// },
  {
    name: 'router',
    test: (id: string) => /node_modules\/(@tanstack|use-sync-external-store)\//.test(id) && !manyQueries.test(id),
  },
  { name: 'many-queries', test: manyQueries },
  { name: 'schemas', test: /node_modules\/(zod|@mantine\/form|klona|fast-deep-equal)\// },
]

/**
 * Says of what everybody loads that nearly all of it runs at once: Chromium then compiles it beside the main thread while
 * it arrives, instead of function by function when each is first called. Other browsers read a comment.
 */
const compileAhead = ({ name }: { name: string }) =>
  ['react', 'router', ...firstPageChunks].includes(name) ? '//# allFunctionsCalledOnLoad' : ''

/** What the document names that a script of the application is imported into; the sign-in page's scripts are imported into another one. */
const alwaysThere = (importer: string) =>
  /\/(login|sign-in)-[\w-]+\.js$/.test(importer)
    ? /\/(react|rolldown-runtime|entry-shared|screen-shared)-[\w-]+\.js$/
    : /\/(react|router|rolldown-runtime|entry-shared|entry-script|screen-shared)-[\w-]+\.js$/

export default defineConfig({
  root: here,
  plugins: [
    tanstackRouter({
      target: 'react',
      autoCodeSplitting: true,
      // What a screen reads comes with the screen: the first one carries nothing of the others.
      codeSplittingOptions: {
        defaultBehavior: [['loader', 'component', 'pendingComponent', 'errorComponent', 'notFoundComponent']],
      },
      routesDirectory: 'src/routes',
      generatedRouteTree: 'src/route-tree.gen.ts',
      routeFileIgnorePattern: '\\.module\\.css$',
      quoteStyle: 'single',
      semicolons: false,
    }),
    macros({ compile: true }),
    catalogParts(),
    importHelper(),
    react(),
    lingui({ cwd: here, failOnMissing: true, failOnCompileError: true }),
  ],
  // React has had the hook itself since version 18: what stands in for it is not needed.
  resolve: { alias: { 'use-sync-external-store/shim/with-selector': 'use-sync-external-store/with-selector' } },
  css: { postcss: { plugins: [screens()] }, modules: { generateScopedName: scopedClassName } },
  build: {
    outDir: 'dist',
    emptyOutDir: true,
    // Nothing but hashed files may be served (security J4), and fonts never as data: (font-src 'self').
    sourcemap: false,
    // Read and removed by writeDocuments.
    manifest: 'manifest.json',
    assetsInlineLimit: 0,
    modulePreload: {
      polyfill: false,
      // What has to arrive before a part is imported: its own file first. Whoever asks for it has some already: each list that does not
      // name them makes the first screen smaller, as does one order for all.
      resolveDependencies: (part, needed, { hostId, hostType }) =>
        hostType === 'js'
          ? [part, ...needed.filter((file) => file !== part && !alwaysThere(hostId).test(file)).toSorted()]
          : needed,
    },
    target: 'baseline-widely-available',
  },
  environments: {
    client: {
      build: {
        rolldownOptions: {
          input: ['index.html', 'login.html'],
          output: {
            chunkFileNames: nameChunk,
            assetFileNames: `assets/[name]-${shortHash}[extname]`,
            codeSplitting: { groups: [...libraries, ...chunkGroups()] },
            postBanner: compileAhead,
          },
        },
      },
    },
    prerender: {
      consumer: 'server',
      resolve: { noExternal: true },
      build: {
        outDir: '.cache/prerender',
        emptyOutDir: true,
        copyPublicDir: false,
        rolldownOptions: { input: 'src/sign-in.prerender.tsx', output: { entryFileNames: 'sign-in.js' } },
      },
    },
  },
  builder: {
    async buildApp(builder) {
      for (const environment of Object.values(builder.environments)) {
        if (environment.name !== 'ssr') await builder.build(environment)
      }
      await writeDocuments(
        path.resolve(here, builder.config.build.outDir),
        path.join(here, '.cache/prerender/sign-in.js'),
      )
    },
  },
  server: {
    host: '127.0.0.1',
    proxy: Object.fromEntries(
      ['/mgw', '/auth', '/regions.json', '/.well-known', '/openapi.json', '^/project-[^/]+/api'].map((path) => [
        path,
        gateway,
      ]),
    ),
  },
})
