import path from 'node:path'

/** The module graph, as the bundler tells it: a module's static imports, undefined for an id that it does not know. */
export type ImportsOf = (id: string) => readonly string[] | undefined

interface Graph {
  getModuleInfo(id: string): { importedIds: readonly string[]; importers: readonly string[] } | null
}

/** The name of the file that holds the first screen of the application. */
export const firstScreenFile = 'first-screen'

/** The files that the first pages are made of, shared ones first. */
export const firstFiles = ['begin', 'start', 'frame', 'sign-in', firstScreenFile] as const

/** What the beginnings of large screens ask with, while the code of those is on its way: it must not wait for that. */
const earlyFile = 'early-calls'

/**
 * What the console's screens are made of: what they share with parts of the sign-in page that come later (what stands by itself, and
 * the rest), what they share with the portal's later screens, by the libraries that it brings along, and what is theirs alone: what the
 * two large screens need that begin early, the board first, and the rest.
 */
const consoleFiles = ['drawings', 'small', 'parts', 'forms', 'board', 'users-grid', 'console'] as const

/** How somebody proves who they are, wherever in the application they are asked. */
const proofFile = 'proof'

const files = [...firstFiles, earlyFile, ...consoleFiles, proofFile] as const

const source = (name: string) => path.join(import.meta.dirname, '../src', name)
const signIn = source('sign-in.tsx')
const main = source('main.tsx')
const application = source('application.tsx')
/** The beginnings of large screens: `main.tsx` imports them by the path at which somebody arrives. */
const beginnings = [source('users-early.ts'), source('widgets-early.ts')]

/** Everything that comes with a module: itself and whatever it imports, and so on. */
export function comingWith(entry: string, importsOf: ImportsOf): ReadonlySet<string> {
  const reached = new Set<string>()
  const open = [entry]
  for (let id = open.pop(); id !== undefined; id = open.pop()) {
    if (reached.has(id)) continue
    reached.add(id)
    open.push(...(importsOf(id) ?? []))
  }
  return reached
}

/** Where a module is used: in which of the first pages' closures it stands, which rooms need it, and what it needs itself. */
interface Place {
  isSignIn: boolean
  isStart: boolean
  isFirstScreen: boolean
  isBoard: boolean
  isUsersGrid: boolean
  isProof: boolean
  isEarly: boolean
  isOurs: boolean
  /** What it needs of ours, the sign-in page has already or nobody has: it brings along nothing of the application. */
  isLight: boolean
  isSignInLater: boolean
  isPortal: boolean
  isConsole: boolean
  hasSchemas: boolean
}

const portal = source('portal/')
const signInRoom = source('portal/login/')
const console = source('console/')
/** The large screens that begin early, with what their routes draw around them. */
const around = ['shell/open-customer.tsx', 'shell/tools-frame.tsx', 'shell/customer-selector.tsx'].map(source)
const board = [source('console/widgets/widgets.tsx'), ...around]
const usersGrid = [source('console/users/users.tsx'), ...around]
const proof = source('shell/other-sign-in.tsx')

/**
 * The files that our own modules come in. The sign-in page, the script that begins the application, and the application's
 * first screen each come in one piece, with one more for what they share: a file costs a slow machine more than the bytes
 * in it. So do the screens of the console, which are worked in for hours: few files for what they share with the
 * portal's later screens, and three for what is theirs, so that the two largest screens need not wait for the code of all
 * others. What only the portal's later screens import is left to the bundler, as are the libraries that only some of them
 * need. A file takes along what its modules import, unless a file further up has it: shared ones stand first.
 */
export function wholes() {
  let closures: readonly ReadonlySet<string>[] | undefined
  const places = new Map<string, Place>()
  const placeOf = (id: string, graph: Graph): Place => {
    const known = places.get(id)
    if (known) return known
    const importsOf: ImportsOf = (module) => graph.getModuleInfo(module)?.importedIds
    closures ??= [[signIn], [main], [application], board, usersGrid, [proof], ...beginnings.map((each) => [each])].map(
      (entries) => new Set(entries.flatMap((entry) => [...comingWith(entry, importsOf)])),
    )
    const [
      isSignIn = false,
      isStart = false,
      isFirstScreen = false,
      isBoard = false,
      isUsersGrid = false,
      isProof = false,
      ...early
    ] = closures.map((each) => each.has(id))
    const users = [...comingWith(id, (module) => graph.getModuleInfo(module)?.importers)]
    const isUsedIn = (room: string) => users.some((user) => user.startsWith(room))
    const needed = [...comingWith(id, importsOf)]
    const needs = (library: string) => needed.some((module) => module.includes(`/node_modules/${library}/`))
    const place: Place = {
      ...{ isSignIn, isStart, isFirstScreen, isBoard, isUsersGrid, isProof, isEarly: early.includes(true) },
      isOurs: !id.includes('/node_modules/'),
      isLight: needed.every((module) => !closures?.[2]?.has(module) || closures[0]?.has(module)),
      isSignInLater: isUsedIn(signInRoom),
      isPortal: isUsedIn(portal),
      isConsole: isUsedIn(console),
      hasSchemas: needs('zod') || needs('@mantine/form'),
    }
    places.set(id, place)
    return place
  }
  const holds: Record<(typeof files)[number], (place: Place) => boolean> = {
    begin: ({ isSignIn, isStart }) => isSignIn && isStart,
    start: ({ isStart }) => isStart,
    frame: ({ isSignIn, isFirstScreen }) => isSignIn && isFirstScreen,
    'sign-in': ({ isSignIn }) => isSignIn,
    [firstScreenFile]: ({ isFirstScreen }) => isFirstScreen,
    [earlyFile]: ({ isEarly }) => isEarly,
    // What both draw: alone, so that no part of the sign-in page brings along what else is shared.
    drawings: ({ isLight, isConsole, isSignInLater }) => isLight && isConsole && isSignInLater,
    small: ({ isConsole, isSignInLater }) => isConsole && isSignInLater,
    // Libraries come along with those of our modules that need them.
    parts: ({ isOurs, isConsole, isPortal, hasSchemas }) => isOurs && isConsole && isPortal && !hasSchemas,
    forms: ({ isConsole, isPortal }) => isConsole && isPortal,
    board: ({ isConsole, isBoard }) => isConsole && isBoard,
    'users-grid': ({ isConsole, isUsersGrid }) => isConsole && isUsersGrid,
    console: ({ isConsole }) => isConsole,
    [proofFile]: ({ isProof, isSignInLater }) => isProof && !isSignInLater,
  }
  // What begins something stands alone: whoever wants a thing that it imports must not begin it.
  const alone = [signIn, main, ...beginnings]
  return files.map((file) => ({
    name: (id: string, graph: Graph) => (!alone.includes(id) && holds[file](placeOf(id, graph)) ? file : null),
  }))
}
