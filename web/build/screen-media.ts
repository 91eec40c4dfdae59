import { screenMedia } from '../src/ui/screen-media'

const isKnown = (name: string): name is keyof typeof screenMedia => name in screenMedia

/** Replaces `(--phone)` and the like in a media query by the condition in ui/screen-media; throws for an unknown name. */
export const replaceScreens = (query: string): string =>
  query.replace(/\(--([\w-]+)\)/g, (_, name: string) => {
    if (!isKnown(name)) throw new Error(`There is no screen --${name} in ui/screen-media.ts`)
    return screenMedia[name]
  })

/** PostCSS plugin that resolves the custom media of ui/screen-media in every style sheet. */
export const screens = () => ({
  postcssPlugin: 'lintel-screens',
  AtRule: {
    media(rule: { params: string }) {
      const replaced = replaceScreens(rule.params)
      if (replaced !== rule.params) rule.params = replaced
    },
  },
})
