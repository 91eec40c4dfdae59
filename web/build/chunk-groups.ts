import path from 'node:path'

/** The module graph of the bundler: a module's static imports, undefined for an unknown id. */
export type ImportsOf = (id: string) => readonly string[] | undefined

interface Graph {
  getModuleInfo(id: string): { importedIds: readonly string[]; importers: readonly string[] } | null
}

/** Name of the chunk with the application's first screen. */
export const firstScreenChunk = 'first-screen'

/** The chunks of the first pages, shared ones first. The names are part of the file names. */
export const firstPageChunks = [
  // What the sign-in page shares with the entry script.
  'entry-shared',
  // The rest of the entry script, which begins the first calls.
  'entry-script',
  // What the sign-in page shares with the first screen.
  'screen-shared',
  // The rest of the sign-in page.
  'sign-in',
  firstScreenChunk,
] as const

/** The calls that large screens send early, while their own code is loading: it must not wait for that code. */
const earlyChunk = 'early-calls'

/** The chunks of the console: what it shares with other parts of the application, then its own code. */
const consoleChunks = [
  // Self-contained modules that lazy parts of the sign-in page need as well.
  'console-leaves',
  // Everything else that lazy parts of the sign-in page need as well.
  'console-shared',
  // What the portal's other screens need as well, without schemas and forms.
  'portal-shared',
  // The same with schemas and forms, and with their libraries.
  'portal-forms',
  // The board of project widgets, a large screen that starts early.
  'widgets-board',
  // The users grid, the other large screen that starts early.
  'users-grid',
  // The console's other screens.
  'console',
] as const

/** The step-up proof, which any screen of the application can ask for. */
const stepUpChunk = 'step-up-proof'

const files = [...firstPageChunks, earlyChunk, ...consoleChunks, stepUpChunk] as const

const source = (name: string) => path.join(import.meta.dirname, '../src', name)
const signIn = source('sign-in.tsx')
const main = source('main.tsx')
const application = source('application.tsx')
/** Entry modules of large screens that start early: `main.tsx` imports them by the current path. */
const earlyScreens = [source('users-early.ts'), source('widgets-early.ts')]

/** A module with all its transitive static imports. */
export function dependenciesOf(entry: string, importsOf: ImportsOf): ReadonlySet<string> {
  const reached = new Set<string>()
  const open = [entry]
  for (let id = open.pop(); id !== undefined; id = open.pop()) {
    if (reached.has(id)) continue
    reached.add(id)
    open.push(...(importsOf(id) ?? []))
  }
  return reached
}

/** Where a module is used: in the closures of which first pages, by which folders, and what it needs itself. */
interface ModuleUsage {
  isSignIn: boolean
  isStart: boolean
  isFirstScreen: boolean
  isBoard: boolean
  isUsersGrid: boolean
  isProof: boolean
  isEarly: boolean
  isOurs: boolean
  /** Of the application's closure it needs only modules that the sign-in page has as well. */
  isLight: boolean
  isLazySignIn: boolean
  isPortal: boolean
  isConsole: boolean
  hasSchemas: boolean
}

const portal = source('portal/')
const signInFolder = source('portal/login/')
const console = source('console/')
/** The large screens that start early, with what their routes render around them. */
const customerFrame = ['shell/open-customer.tsx', 'shell/tools-frame.tsx', 'shell/customer-selector.tsx'].map(source)
const board = [source('console/widgets/widgets.tsx'), ...customerFrame]
const usersGrid = [source('console/users/users.tsx'), ...customerFrame]
/** The part of a console route that is loaded with its screen: small enough to be in its screen's chunk. */
const consoleRoute = /\/routes\/_signed-in\/_(administration|customer-admin|staff)\/(\S+)\.tsx\?tsr-split/
const proof = source('shell/other-sign-in.tsx')
/** What the routes of the console import before they load: it is with the first code that every screen of the console needs. */
const consoleEntry = source('session/enter-console.ts')

/**
 * The chunks of our own modules. The sign-in page, the entry script and the application's first screen are one chunk
 * each, plus one for what they share: an additional file costs a slow machine more than the bytes in it. The console's
 * screens share a few chunks, and its own code is in three, so that the two largest screens need not wait for all
 * others. What only the portal's other screens import is left to the bundler, as are libraries that only some of them
 * need. A chunk takes along what its modules import, unless an earlier chunk has it, so shared chunks come first.
 */
export function chunkGroups() {
  let closures: readonly ReadonlySet<string>[] | undefined
  const usages = new Map<string, ModuleUsage>()
  const usageOf = (id: string, graph: Graph): ModuleUsage => {
    const known = usages.get(id)
    if (known) return known
    const importsOf: ImportsOf = (module) => graph.getModuleInfo(module)?.importedIds
    closures ??= [
      [signIn],
      [main],
      [application],
      board,
      usersGrid,
      [proof],
      ...earlyScreens.map((each) => [each]),
    ].map((entries) => new Set(entries.flatMap((entry) => [...dependenciesOf(entry, importsOf)])))
    const [
      isSignIn = false,
      isStart = false,
      isFirstScreen = false,
      isBoard = false,
      isUsersGrid = false,
      isProof = false,
      ...early
    ] = closures.map((each) => each.has(id))
    const users = [...dependenciesOf(id, (module) => graph.getModuleInfo(module)?.importers)]
    const isUsedIn = (folder: string) => users.some((user) => user.startsWith(folder))
    const needed = [...dependenciesOf(id, importsOf)]
    const needs = (library: string) => needed.some((module) => module.includes(`/node_modules/${library}/`))
    const route = consoleRoute.exec(id)?.[2]
    const usage: ModuleUsage = {
      ...{ isSignIn, isStart, isFirstScreen, isProof, isEarly: early.includes(true) },
      isBoard: isBoard || route === 'project-widgets',
      isUsersGrid: isUsersGrid || route === 'users',
      isOurs: !id.includes('/node_modules/'),
      isLight: needed.every((module) => !closures?.[2]?.has(module) || closures[0]?.has(module)),
      isLazySignIn: isUsedIn(signInFolder),
      isPortal: isUsedIn(portal) || id === consoleEntry,
      isConsole: isUsedIn(console) || route !== undefined || id === consoleEntry,
      hasSchemas: needs('zod') || needs('@mantine/form'),
    }
    usages.set(id, usage)
    return usage
  }
  const isInChunk: Record<(typeof files)[number], (usage: ModuleUsage) => boolean> = {
    'entry-shared': ({ isSignIn, isStart }) => isSignIn && isStart,
    'entry-script': ({ isStart }) => isStart,
    'screen-shared': ({ isSignIn, isFirstScreen }) => isSignIn && isFirstScreen,
    'sign-in': ({ isSignIn }) => isSignIn,
    [firstScreenChunk]: ({ isFirstScreen }) => isFirstScreen,
    [earlyChunk]: ({ isEarly }) => isEarly,
    // Separate, so that no lazy part of the sign-in page loads the other shared code.
    'console-leaves': ({ isLight, isConsole, isLazySignIn }) => isLight && isConsole && isLazySignIn,
    'console-shared': ({ isConsole, isLazySignIn }) => isConsole && isLazySignIn,
    // Libraries are bundled with the modules of ours that need them.
    'portal-shared': ({ isOurs, isConsole, isPortal, hasSchemas }) => isOurs && isConsole && isPortal && !hasSchemas,
    'portal-forms': ({ isConsole, isPortal }) => isConsole && isPortal,
    'widgets-board': ({ isConsole, isBoard }) => isConsole && isBoard,
    'users-grid': ({ isConsole, isUsersGrid }) => isConsole && isUsersGrid,
    console: ({ isConsole }) => isConsole,
    [stepUpChunk]: ({ isProof, isLazySignIn }) => isProof && !isLazySignIn,
  }
  // Entry modules are in no group: importing a module of their chunk must not run them.
  const alone = [signIn, main, ...earlyScreens]
  return files.map((file) => ({
    name: (id: string, graph: Graph) => (!alone.includes(id) && isInChunk[file](usageOf(id, graph)) ? file : null),
  }))
}
