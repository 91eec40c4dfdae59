import type IconCheck from '@tabler/icons-react/dist/esm/icons/IconCheck.mjs'

/**
 * One drawing of Tabler's set as we draw them all: in the text's colour, `size` in pixels, never alone in telling something.
 * For what the sign-in page shows, which shall not load the whole set of {@link Icon}.
 */
export const Drawn = ({ drawing: Drawing, size = 18 }: { drawing: typeof IconCheck; size?: number }) => (
  <Drawing size={size} stroke={1.75} aria-hidden />
)
