import { msg } from '@lingui/core/macro'
import { useLingui } from '@lingui/react'
import { Trans } from '@lingui/react/macro'
import type { DemoPerson } from '@lintel/contract/settings/demo-people'
import { useState } from 'react'
import styles from './demo-people.module.css'
import type { Demo } from './sign-in-config'

const partLabels: Record<DemoPerson['part'], ReturnType<typeof msg>> = {
  staff: msg`Platform staff`,
  administrator: msg`Administers two customers`,
  owner: msg`Owns projects`,
  user: msg`Member of many projects`,
  guest: msg`Guest with an end date`,
}

interface DemoPeopleProps {
  demo: Demo
  /** Fills the credentials into the form. */
  onChoose(username: string, password: string): void
}

/** The demo users of a local installation; selecting one fills in the form. */
export function DemoPeople({ demo, onChoose }: DemoPeopleProps) {
  const { i18n } = useLingui()
  const [selected, setSelected] = useState<DemoPerson['part']>()
  const { people, password, codeSecret } = demo
  return (
    <section className={styles.demo} aria-labelledby="demo-people">
      <h2 id="demo-people" className={styles.title}>
        <Trans>Try it as one of the demo people</Trans>
      </h2>
      <ul>
        {people.map(({ email, name, part }) => (
          <li key={email}>
            <button
              type="button"
              className={styles.person}
              onClick={() => {
                setSelected(part)
                onChoose(email, password)
              }}
            >
              <span className={styles.name}>{name}</span>
              <span className={styles.part}>{i18n._(partLabels[part])}</span>
              <span className={styles.email}>{email}</span>
            </button>
          </li>
        ))}
      </ul>
      {/* Short elements, because a paragraph would become the largest contentful paint of the page, and a late one. */}
      <dl className={styles.keys}>
        <dt>
          <Trans>Password</Trans>
        </dt>
        <dd>{password}</dd>
        {selected === 'staff' && (
          <>
            <dt>
              <Trans>Key of the one-time codes</Trans>
            </dt>
            <dd>{codeSecret}</dd>
          </>
        )}
      </dl>
    </section>
  )
}
