import { speakOf } from '../../i18n/texts'
import { type Later, later } from '../../shell/later'

/** Code of `managing/`, which is drawn by parts of the console: their texts come with it. */
export const laterManaging = <Part>(load: () => Promise<Part>): Later<Part> =>
  later(async () => {
    const [part] = await Promise.all([load(), speakOf('console')])
    return part
  })
