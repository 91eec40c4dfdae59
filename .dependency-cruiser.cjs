// The import rules of docs/architecture.md. They are patterns, so that folders added later are covered too.
const test = '\\.test\\.tsx?$'

/** Layers of the web app, lowest first: a layer must not import from a later one. */
const webLayers = ['(ui|i18n|native)', 'api', 'session', 'shell', '(portal|console)', 'routes']
const webDownhill = webLayers.slice(0, -1).map((layer, depth) => ({
  name: `web-downhill-${layer.replace(/[()]/g, '').replaceAll('|', '-')}`,
  comment: 'Web: contract <- ui, i18n, native <- api <- session <- shell <- portal | console <- routes',
  severity: 'error',
  from: { path: `^web/src/${layer}/`, pathNot: test },
  to: { path: `^web/src/(${webLayers.slice(depth + 1).join('|')})/` },
}))

/** A folder of the web app that belongs to no layer, for which no rule would apply. */
const webUnlayered = `^web/src/(?!(${webLayers.join('|')})/)[^/]+/`

/** Packages that are installed by `npm run bench` only. */
const benchmarkPackages = Object.keys(require('./bench/package.json').dependencies).map((name) => `^${name}$`)

/** @type {import('dependency-cruiser').IConfiguration} */
module.exports = {
  forbidden: [
    {
      name: 'no-circles',
      severity: 'error',
      from: { pathNot: '\\.gen\\.ts$' },
      to: { circular: true, viaOnly: { pathNot: '\\.gen\\.ts$' } },
    },
    {
      name: 'no-unresolvable',
      comment:
        'A path that cannot be found would hide from every other rule; what bench/package.json names is installed by `npm run bench`',
      severity: 'error',
      from: {},
      to: { couldNotResolve: true, pathNot: ['\\.css$', ...benchmarkPackages] },
    },
    {
      name: 'contract-imports-nothing-of-ours',
      severity: 'error',
      from: { path: '^contract/src/' },
      to: { path: '^(server|web|e2e|bench|scripts)/' },
    },
    {
      name: 'contract-is-pure',
      comment: 'The contract does no input or output and draws nothing: both sides and the browser run it',
      severity: 'error',
      from: { path: '^contract/src/', pathNot: test },
      to: { dependencyTypes: ['core'] },
    },
    {
      name: 'contract-knows-no-framework',
      severity: 'error',
      from: { path: '^contract/src/', pathNot: test },
      to: { path: 'node_modules/(react|react-dom|fastify|kysely|pg|@mantine|@tanstack|@fastify)/' },
    },
    {
      name: 'web-and-server-are-apart',
      comment: 'They meet in the contract only; a test of the web may start the real server',
      severity: 'error',
      from: { path: '^web/', pathNot: test },
      to: { path: '^server/' },
    },
    {
      name: 'server-and-web-are-apart',
      severity: 'error',
      from: { path: '^server/' },
      to: { path: '^web/' },
    },
    ...webDownhill,
    {
      name: 'web-folder-has-its-layer',
      comment: 'A new folder below web/src is given its place in webLayers first',
      severity: 'error',
      from: { path: webUnlayered },
      to: {},
    },
    {
      name: 'web-knows-no-folder-without-layer',
      severity: 'error',
      from: { pathNot: webUnlayered },
      to: { path: webUnlayered },
    },
    {
      name: 'web-features-are-apart',
      comment: 'A feature never imports another feature: what two need moves down',
      severity: 'error',
      from: { path: '^web/src/(portal|console)/([^/]+)/' },
      to: { path: '^web/src/(portal|console)/', pathNot: '^web/src/$1/$2/' },
    },
    {
      name: 'web-main-is-the-top',
      severity: 'error',
      from: { path: '^web/src/[^/]+/' },
      to: { path: '^web/src/main\\.tsx?$' },
    },
    {
      name: 'server-platform-is-the-ground',
      comment: 'Server: contract <- platform <- nouns <- app <- main',
      severity: 'error',
      from: { path: '^server/src/platform/', pathNot: test },
      to: { path: '^server/(src/(?!platform/)|demo/)' },
    },
    {
      name: 'server-nouns-know-no-app',
      severity: 'error',
      from: { path: '^server/src/(?!platform/|commands/)[^/]+/', pathNot: test },
      to: { path: '^server/(src/(app|main)\\.ts$|src/commands/|demo/)' },
    },
    {
      name: 'server-app-knows-no-main',
      severity: 'error',
      from: { path: '^server/src/app\\.ts$' },
      to: { path: '^server/src/(main\\.ts$|commands/)' },
    },
    {
      name: 'only-app-imports-routes',
      severity: 'error',
      from: { pathNot: `^server/src/app\\.ts$|${test}` },
      to: { path: '^server/src/.*\\.routes\\.ts$' },
    },
    {
      name: 'only-stores-touch-sql',
      comment: 'Every SQL statement about a noun stands in its store; the platform owns the connection itself',
      severity: 'error',
      from: { path: '^server/src/', pathNot: `\\.store\\.ts$|^server/src/platform/|${test}` },
      to: { path: 'node_modules/(kysely|pg)/' },
    },
    {
      name: 'product-imports-no-test-setup',
      severity: 'error',
      from: { path: '^(contract|server|web)/(src|demo)/', pathNot: test },
      to: { path: `^(server|web)/test/|^e2e/|^bench/|^scripts/|${test}` },
    },
    {
      name: 'product-needs-no-development-package',
      comment: 'What runs in production is a dependency of its room, so that an installation without the tools starts',
      severity: 'error',
      from: { path: '^(contract|server)/(src|demo)/', pathNot: test },
      to: { dependencyTypes: ['npm-dev'], dependencyTypesNot: ['npm', 'type-only'] },
    },
  ],
  options: {
    // TypeScript 7 offers no parser API that dependency-cruiser could use, so swc parses the sources.
    parser: 'swc',
    tsPreCompilationDeps: true,
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '^(server|web)/dist/' },
    combinedDependencies: true,
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'node', 'default', 'types'],
      extensions: ['.ts', '.tsx', '.mjs', '.cjs', '.js', '.json', '.css', '.d.ts'],
      mainFields: ['module', 'main', 'types'],
    },
  },
}
