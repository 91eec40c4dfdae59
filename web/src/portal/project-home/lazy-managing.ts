import { addTexts } from '../../i18n/texts'
import { type LazyPart, lazy } from '../../shell/lazy'

/** Loads a component of `managing/` on demand; it uses parts of the console, so the console's texts are loaded with it. */
export const lazyManaging = <Part>(load: () => Promise<Part>): LazyPart<Part> =>
  lazy(async () => {
    const [part] = await Promise.all([load(), addTexts('console')])
    return part
  })
