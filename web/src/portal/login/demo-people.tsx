import { msg } from '@lingui/core/macro'
import { useLingui } from '@lingui/react'
import { Trans } from '@lingui/react/macro'
import type { DemoPerson } from '@lintel/contract/settings/demo-people'
import { useState } from 'react'
import styles from './demo-people.module.css'
import type { Demo } from './sign-in-facts'

const parts: Record<DemoPerson['part'], ReturnType<typeof msg>> = {
  staff: msg`Platform staff`,
  administrator: msg`Administers two customers`,
  owner: msg`Owns projects`,
  user: msg`Member of many projects`,
  guest: msg`Guest with an end date`,
}

interface DemoPeopleProps {
  demo: Demo
  /** Puts a person into the form. */
  onChoose(username: string, password: string): void
}

/** Who one can be in a local installation: a click fills in the form. */
export function DemoPeople({ demo, onChoose }: DemoPeopleProps) {
  const { i18n } = useLingui()
  const [chosen, setChosen] = useState<DemoPerson['part']>()
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
                setChosen(part)
                onChoose(email, password)
              }}
            >
              <span className={styles.name}>{name}</span>
              <span className={styles.part}>{i18n._(parts[part])}</span>
              <span className={styles.email}>{email}</span>
            </button>
          </li>
        ))}
      </ul>
      {/* Short pieces: a paragraph would be the largest paint of the page, and the last one. */}
      <dl className={styles.keys}>
        <dt>
          <Trans>Password</Trans>
        </dt>
        <dd>{password}</dd>
        {chosen === 'staff' && (
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
