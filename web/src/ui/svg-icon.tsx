/** An icon of 24 by 24 units: the paths of its lines or, if filled, of its areas. */
export interface SvgIconPaths {
  paths: readonly string[]
  isFilled?: boolean
}

/**
 * Renders one icon of Tabler's set (`icons/`) in the text's colour, `size` in pixels, hidden from screen readers. For
 * code that should not load the whole set of {@link Icon}, as the sign-in page.
 */
export const SvgIcon = ({ icon: { paths, isFilled }, size = 18 }: { icon: SvgIconPaths; size?: number }) => (
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
