import path from 'node:path'

/** The module graph, as the bundler tells it: a module's static imports, undefined for an id that it does not know. */
export type ImportsOf = (id: string) => readonly string[] | undefined

interface Graph {
  getModuleInfo(id: string): { importedIds: readonly string[] } | null
}

/** The name of the file that holds the first screen of the application. */
export const firstScreenFile = 'first-screen'

/** The files that the first pages are made of, shared ones first. */
export const firstFiles = ['begin', 'start', 'frame', 'sign-in', firstScreenFile] as const

const source = (name: string) => path.join(import.meta.dirname, '../src', name)
const signIn = source('sign-in.tsx')
const main = source('main.tsx')
const application = source('application.tsx')

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

/** In which of the first pages' closures a module stands. */
interface Place {
  isSignIn: boolean
  isStart: boolean
  isFirstScreen: boolean
}

/**
 * The files that our own modules come in. The sign-in page, the script that begins the application, and the application's
 * first screen each come in one piece, with one more for what they share: a file costs a slow machine more than the bytes
 * in it. What only later screens import is left to the bundler. A file takes along what its modules import, unless a file
 * further up has it: shared ones stand first.
 */
export function wholes() {
  let closures: readonly ReadonlySet<string>[] | undefined
  const placeOf = (id: string, graph: Graph): Place => {
    const importsOf: ImportsOf = (module) => graph.getModuleInfo(module)?.importedIds
    closures ??= [signIn, main, application].map((entry) => comingWith(entry, importsOf))
    const [isSignIn = false, isStart = false, isFirstScreen = false] = closures.map((closure) => closure.has(id))
    return { isSignIn, isStart, isFirstScreen }
  }
  const holds: Record<(typeof firstFiles)[number], (place: Place) => boolean> = {
    begin: ({ isSignIn, isStart }) => isSignIn && isStart,
    start: ({ isStart }) => isStart,
    frame: ({ isSignIn, isFirstScreen }) => isSignIn && isFirstScreen,
    'sign-in': ({ isSignIn }) => isSignIn,
    [firstScreenFile]: ({ isFirstScreen }) => isFirstScreen,
  }
  return firstFiles.map((file) => ({
    // The two that begin by themselves stand alone: whoever wants something of what they import must not begin them.
    name: (id: string, graph: Graph) => (id !== signIn && id !== main && holds[file](placeOf(id, graph)) ? file : null),
  }))
}
