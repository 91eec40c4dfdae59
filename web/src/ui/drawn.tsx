/** A drawing of 24 by 24 units, by the paths of its lines or, where it is filled, of its areas. */
export interface Shape {
  paths: readonly string[]
  isFilled?: boolean
}

/**
 * One drawing of Tabler's set (`icons/`) as we draw them all: in the text's colour, `size` in pixels, never alone in telling
 * something. For what the sign-in page shows, which shall not load the whole set of {@link Icon}.
 */
export const Drawn = ({ drawing: { paths, isFilled }, size = 18 }: { drawing: Shape; size?: number }) => (
  <svg
    width={size}
    height={size}
    viewBox="0 0 24 24"
    fill={isFilled ? 'currentColor' : 'none'}
    {...(!isFilled && { stroke: 'currentColor', strokeWidth: 1.75, strokeLinecap: 'round', strokeLinejoin: 'round' })}
    aria-hidden
  >
    {paths.map((path) => (
      <path key={path} d={path} />
    ))}
  </svg>
)
