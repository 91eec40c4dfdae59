import styles from './facade.module.css'

/**
 * A decorative facade: storeys of 96 px, a window every 76 px, each under its lintel. Centred, so that an opening of
 * whole windows fits in the middle.
 */
export const Facade = () => (
  <svg className={styles.facade} fill="none" stroke="currentColor" aria-hidden>
    <defs>
      <pattern id="storey" width="76" height="96" patternUnits="userSpaceOnUse">
        <path d="M0 90.5H76" />
        <path d="M20.5 76.5V16.5h35v60zM38 16.5v60M20.5 36.5h35" />
        <path d="M14.5 12.5h47" strokeWidth="2.4" />
      </pattern>
    </defs>
    <svg x="50%" overflow="visible" aria-hidden>
      <rect x="-3800" y="0" width="7600" height="4800" fill="url(#storey)" stroke="none" />
    </svg>
  </svg>
)
