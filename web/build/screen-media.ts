import { screenMedia } from '../src/ui/screen-media'

const isKnown = (name: string): name is keyof typeof screenMedia => name in screenMedia

/** Replaces `(--phone)` and its like in a media query by what ui/screen-media says of that name; fails for an unknown name. */
export const replaceScreens = (query: string): string =>
  query.replace(/\(--([\w-]+)\)/g, (_, name: string) => {
    if (!isKnown(name)) throw new Error(`There is no screen --${name} in ui/screen-media.ts`)
    return screenMedia[name]
  })

/** Puts the screens of ui/screen-media into every style sheet. */
export const screens = () => ({
  postcssPlugin: 'lintel-screens',
  AtRule: {
    media(rule: { params: string }) {
      const replaced = replaceScreens(rule.params)
      if (replaced !== rule.params) rule.params = replaced
    },
  },
})
